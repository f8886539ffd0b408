/** Windows against naive oracles: random, shuffled, late input, through the public API. */
import fc from 'fast-check';
import { eventTimeTrigger, session, sliding, tumbling } from '../../index.js';
import { listing, merging, windowed, type Reading } from './windowed-job.fixture.js';
import {
  expectedOfFixed,
  expectedOfSessions,
  scriptOf,
  sorted,
  steps,
} from './window-oracle.fixture.js';

const uid = 'windows';

/** The order in which records came is lost where accumulators are merged; the oracles sort too. */
const inOrder = {
  ...merging,
  getResult: (listed: number[]): string => [...listed].sort((a, b) => a - b).join(','),
};
const gaps = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 25 }));
const lateness = fc.constantFrom(0, 0, 3, 20, 1_000);

describe('windows are what a naive computation over all input gives', () => {
  it('T4, W2, W4: tumbling', async () => {
    const windows = fc.record({
      sizeMs: fc.integer({ min: 1, max: 25 }),
      shift: fc.double({ min: -0.99, max: 0.99, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(steps, windows, lateness, async (script, { sizeMs, shift }, latenessMs) => {
        const offsetMs = Math.trunc(sizeMs * shift);
        const { out, metrics } = await windowed(scriptOf(script), (s) =>
          s
            .window(tumbling(sizeMs, { offset: offsetMs }))
            .allowedLateness(latenessMs)
            .aggregate(listing, { uid }),
        );
        const expected = expectedOfFixed(script, { sizeMs, slideMs: sizeMs, offsetMs, latenessMs });
        expect(sorted(out)).toEqual(expected.out);
        expect(metrics.at(-1)).toMatchObject({
          numLateRecordsDropped: expected.late,
          numOpenWindows: 0,
          numEventTimeTimers: 0,
        });
      }),
    );
  });

  it('T4, W2, W4, W11: sliding, by panes and one by one', async () => {
    const windows = fc.record({
      sizeMs: fc.integer({ min: 1, max: 40 }),
      slideMs: fc.integer({ min: 1, max: 20 }),
      shift: fc.double({ min: -0.99, max: 0.99, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(
        steps,
        windows,
        lateness,
        async (script, { sizeMs, slideMs, shift }, latenessMs) => {
          const offsetMs = Math.trunc(slideMs * shift);
          const expected = expectedOfFixed(script, { sizeMs, slideMs, offsetMs, latenessMs });
          for (const aggregate of [inOrder, listing]) {
            const { out, metrics } = await windowed(scriptOf(script), (s) =>
              s
                .window(sliding(sizeMs, slideMs, { offset: offsetMs }))
                .allowedLateness(latenessMs)
                .aggregate(aggregate, { uid }),
            );
            expect(sorted(out)).toEqual(expected.out);
            expect(metrics.at(-1)).toMatchObject({
              numLateRecordsDropped: expected.late,
              numEventTimeTimers: 0,
            });
            const { numOpenWindows = 0, numKeysWithWindows = 0 } = metrics.at(-1)!;
            expect(numOpenWindows + numKeysWithWindows).toBe(0);
          }
        },
      ),
    );
  });

  it('T4, W3, W4: sessions', async () => {
    await fc.assert(
      fc.asyncProperty(steps, gaps, lateness, async (script, gapMs, latenessMs) => {
        const { out, metrics } = await windowed(scriptOf(script), (s) =>
          s.window(session<Reading>(gapMs)).allowedLateness(latenessMs).aggregate(inOrder, { uid }),
        );
        const expected = expectedOfSessions(script, { gapMs, latenessMs });
        expect(sorted(out)).toEqual(expected.out);
        expect(metrics.at(-1)).toMatchObject({
          numLateRecordsDropped: expected.late,
          numKeysWithWindows: 0,
          numEventTimeTimers: 0,
        });
      }),
    );
  });

  it('W3: with lateness enough, the last result of a session is a cluster of all its records', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 25 }), async (script, gapMs) => {
        const { out } = await windowed(scriptOf(script), (s) =>
          s.window(session(gapMs)).allowedLateness(Infinity).aggregate(inOrder, { uid }),
        );
        const times = script
          .flatMap(({ key, at }) => (key === 'a' ? [at] : []))
          .sort((a, b) => a - b);
        const starts = times.filter((at, n) => n === 0 || at - times[n - 1]! > gapMs);
        const last = new Map<string, string>();
        for (const line of out.flat().filter((text) => text.startsWith('a'))) {
          last.set(line.split(',')[0]!, line);
        }
        for (const start of starts) {
          const end = times.filter(
            (at, n) => at >= start && (times[n + 1] ?? Infinity) - at > gapMs,
          )[0]!;
          const line = last.get(`a [${String(start)}`) ?? 'none';
          expect(line).toContain(`[${String(start)},${String(end + gapMs)})`);
          const count = times.filter((at) => at >= start && at <= end).length;
          expect(line.split(' ')[2]!.split(',')).toHaveLength(count);
        }
      }),
    );
  });

  it('W6: the trigger of event time, set by hand, does what windows do without one', async () => {
    const assigners = fc.constantFrom(tumbling(7), sliding(12, 5), session<Reading>(6));
    await fc.assert(
      fc.asyncProperty(steps, assigners, lateness, async (script, assigner, latenessMs) => {
        const [plain, triggered] = await Promise.all(
          [undefined, eventTimeTrigger()].map((trigger) =>
            windowed(scriptOf(script), (s) => {
              const windows = s.window(assigner).allowedLateness(latenessMs);
              return (trigger === undefined ? windows : windows.trigger(trigger)).aggregate(
                inOrder,
                {
                  uid,
                },
              );
            }),
          ),
        );
        expect(sorted(triggered!.out)).toEqual(sorted(plain!.out));
        expect(triggered!.metrics.at(-1)).toMatchObject({
          numLateRecordsDropped: plain!.metrics.at(-1)!['numLateRecordsDropped'],
          numEventTimeTimers: 0,
        });
      }),
    );
  });
});
