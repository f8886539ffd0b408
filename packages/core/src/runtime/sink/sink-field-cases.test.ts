/** Faults of sinks that people have met: a sink in the hand, and a service whose answers are given. */
import { seededRandom } from '@millrace/testing';
import type { MillraceError } from '../../model/error.js';
import { asyncSinkLimits } from './async-sink-limits.js';
import { SinkHarness, type SinkHarnessOptions } from './sink-harness.fixture.js';

async function opened(options: SinkHarnessOptions): Promise<SinkHarness> {
  const harness = new SinkHarness(options);
  await harness.open();
  return harness;
}

const single = { batchEntriesMax: 1, inFlightRequestsMax: 1 };

describe('FC-B: writing', () => {
  it('FC-B03: a limiter that says no with nothing in flight is asked again when it said', async () => {
    const limiter = {
      delayMs: (_: number, now: number) => Math.max(0, 500 - now),
      onSent: () => undefined,
      onReply: () => undefined,
    };
    const h = await opened({ limiter, limits: single });
    h.write('a');
    await h.advance(499);
    expect([h.sent.length, h.metric('inFlight')]).toEqual([0, 0]);
    await h.advance(1);
    expect(h.batches).toEqual(['a']);
    h.sent[0]!.reply();
    await h.turn();
    expect([h.metric('written'), h.metric('buffered')]).toEqual([1, 0]);
  });

  it('FC-B07: four sinks that were throttled for a minute come back soon, and apart', async () => {
    const { backoffMsMin, backoffMsMax } = asyncSinkLimits();
    const retries = await Promise.all([1, 2, 3, 4].map(retriesOfThrottledMinute));
    for (const { times, firstSuccessAt, waitAfterwards } of retries) {
      expect(times.length).toBeGreaterThan(10);
      expect(firstSuccessAt - MINUTE).toBeLessThanOrEqual(backoffMsMax);
      expect(waitAfterwards).toBeLessThanOrEqual(backoffMsMin);
    }
    const all = retries.flatMap(({ times }) => times.filter((time) => time > 1_000));
    expect(new Set(all).size).toBeGreaterThan(all.length * 0.9);
  });
});

const MINUTE = 60_000;

interface Retries {
  readonly times: readonly number[];
  readonly firstSuccessAt: number;
  /** How long the sink waited when it was throttled again after that. */
  readonly waitAfterwards: number;
}

/** Everything is throttled for a minute; then all is well, but for one answer. */
async function retriesOfThrottledMinute(seed: number): Promise<Retries> {
  const h = await opened({ random: seededRandom(seed), limits: single });
  h.write('a');
  const times: number[] = [];
  while (h.clock.now() < MINUTE) {
    h.pending[0]!.refuse('throttled');
    times.push(await timeOfNextRequest(h));
  }
  h.pending[0]!.reply();
  await h.turn();
  const firstSuccessAt = h.clock.now();
  h.write('b');
  h.pending[0]!.refuse('throttled');
  const waitAfterwards = (await timeOfNextRequest(h)) - firstSuccessAt;
  return { times, firstSuccessAt, waitAfterwards };
}

async function timeOfNextRequest(h: SinkHarness): Promise<number> {
  await h.turn();
  while (h.pending.length === 0) await h.advance(h.clock.next()! - h.clock.now());
  return h.clock.now();
}

describe('FC-F08: a sink that is busy', () => {
  it('FC-F08: writes all of five writes that come at once', async () => {
    const h = await opened({ limits: single });
    for (const id of ['a', 'b', 'c', 'd', 'e']) h.write(id);
    for (let sent = 1; sent <= 5; sent++) {
      expect(h.sent).toHaveLength(sent);
      h.pending[0]!.reply();
      await h.turn();
    }
    expect([h.batches, h.metric('written')]).toEqual([['a', 'b', 'c', 'd', 'e'], 5]);
  });

  it('FC-F08: remembers the end of input that comes while it writes', async () => {
    const h = await opened({ limits: { ...single, batchEntriesMax: 2 } });
    h.write('a', 'b', 'c');
    h.writer.finish();
    expect(h.batches).toEqual(['a b']);
    h.sent[0]!.reply();
    await h.turn();
    expect(h.batches).toEqual(['a b', 'c']);
    h.sent[1]!.reply();
    await h.turn();
    expect(h.writer.finished()).toBe(true);
  });

  it('FC-F08: a stop that comes while it writes waits for what is in flight', async () => {
    const h = await opened({ limits: single });
    h.write('a', 'b');
    const closing = h.writer.close();
    h.sent[0]!.reply();
    await h.turn();
    expect(await closing).toEqual({ records: 1, keys: ['b'] });
    expect([h.metric('written'), h.batches]).toEqual([1, ['a']]);
  });

  it('FC-F08: tells of each of 50 writes and a stop what became of it', async () => {
    const h = await opened({ limits: single });
    for (let n = 0; n < 50; n++) h.write(String(n));
    for (let n = 0; n < 10; n++) {
      h.pending[0]!.reply();
      await h.turn();
    }
    const { records, keys } = await h.close();
    const written = h.batches.slice(0, 10);
    expect([h.metric('accepted'), h.metric('written'), records]).toEqual([50, 10, 40]);
    expect([...written, ...keys]).toEqual(Array.from({ length: 50 }, (_, n) => String(n)));
    expect(h.failures).toEqual([]);
  });

  it('FC-F08: an event that it does not expect is no silence', async () => {
    const h = await opened({ limits: single });
    h.writer.open();
    await h.turn();
    const [failure] = h.failures as MillraceError[];
    expect(failure?.message).toBe(
      'The sink orders is at fault: its machine did not expect OPEN while open',
    );
  });
});

describe('FC-G: letting go', () => {
  it('FC-G02: closed with three requests out and two queued, it settles and ends in order', async () => {
    const h = await opened({ limits: { batchEntriesMax: 1, inFlightRequestsMax: 3 } });
    h.write('a', 'b', 'c', 'd', 'e');
    expect(h.batches).toEqual(['a', 'b', 'c']);
    const closing = h.writer.close();
    expect(() => h.write('f')).toThrow('credit for 0');
    h.sent[0]!.reply();
    h.sent[1]!.reply();
    await h.turn();
    expect([h.metric('written'), h.connectionClosed]).toEqual([2, 0]);
    h.sent[2]!.refuse('ambiguous');
    await h.turn();
    expect(await closing).toEqual({ records: 3, keys: ['c', 'd', 'e'] });
    expect(h.connectionClosed).toBe(1);
    await h.advance(MINUTE);
    expect([h.sent.length, h.failures, h.clock.armed]).toEqual([3, [], 0]);
  });
});
