import type { JobCounters } from './job-counters.js';
import { paceNarrator, throttlingNarrator } from './narrator.js';

function counters(state: string, more: Partial<JobCounters> = {}): JobCounters {
  const visited = state === 'opening' || state === 'failed' ? ['opening'] : ['opening', 'open'];
  return {
    read: 1_234,
    late: 0,
    written: 60,
    waiting: 100,
    maxBuffered: 100,
    demandStops: 7,
    sink: { state, visited, requests: 1, retries: 1, throttles: 1 },
    ...more,
  };
}

it('tells the pace once a second, and nothing of a sink that never opened', () => {
  const narrate = paceNarrator(6_901);
  expect(narrate(counters('opening'), 1_500)).toBeUndefined();
  expect(narrate(counters('writing'), 1_600)).toBe(
    '   1.6 s  1,234 flights read, 60 of 6,901 rows written',
  );
  expect(narrate(counters('writing'), 2_000)).toBeUndefined();
  expect(narrate(counters('failed'), 3_000)).toBeUndefined();
});

it('tells when the sink is throttled and let go, and whether the source stood still', () => {
  const narrate = throttlingNarrator();
  expect(narrate(counters('writing'), 100)).toBeUndefined();
  expect(narrate(counters('throttled'), 200)).toBe(
    '   0.2 s  throttled: 100 rows wait, demand stop 7, source at 1,234 flights',
  );
  expect(narrate(counters('throttled'), 300)).toBeUndefined();
  expect(narrate(counters('writing'), 400)).toBe(
    '   0.4 s  writing again: 60 rows written, source still at 1,234 flights',
  );
  narrate(counters('throttled'), 500);
  expect(narrate(counters('open', { read: 2_000 }), 600)).toBe(
    '   0.6 s  open again: 60 rows written, source at 2,000 flights',
  );
});

it('sums up after the third time', () => {
  const narrate = throttlingNarrator();
  const lines = Array.from({ length: 60 }, (_, at) =>
    narrate(counters(at % 2 === 0 ? 'throttled' : 'writing'), at * 100),
  );
  expect(lines.slice(0, 6).every((line) => line !== undefined)).toBe(true);
  expect(lines.slice(6).filter((line) => line !== undefined)).toEqual([
    '   5.0 s  throttled 26 times, 7 demand stops: 60 rows, 1,234 flights',
  ]);
});
