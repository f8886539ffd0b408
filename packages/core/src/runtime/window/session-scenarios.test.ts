/** Scenarios of sessions, in whole jobs. */
import {
  continuousEventTimeTrigger,
  countTrigger,
  eventTimeTrigger,
  MAX_TIMESTAMP,
  purgingTrigger,
  session,
  type MergingWindowAssigner,
} from '../../index.js';
import { el, merging, then, windowed, wm, type Reading } from './windowed-job.fixture.js';

const uid = 'windows';
const nothingLeft = { numKeysWithWindows: 0, numEventTimeTimers: 0, numProcessingTimeTimers: 0 };

describe('sessions', () => {
  it('S51, W3: records exactly a gap apart are in one session', async () => {
    const { out } = await windowed([el(0), el(10)], (s) =>
      s.window(session(10)).aggregate(merging),
    );
    expect(out).toEqual([['k [0,20) 0,10 @19']]);
  });

  it('S52, W3: a record between two sessions makes one of them, which fires once and leaves nothing', async () => {
    const script = [el(0), el(20), then, el(10), then, wm(9), then, wm(28), then, wm(29), then];
    for (const trigger of [undefined, eventTimeTrigger()]) {
      const { out, metrics } = await windowed(script, (s) => {
        const windows = s.window(session(10));
        return (trigger === undefined ? windows : windows.trigger(trigger)).aggregate(merging, {
          uid,
        });
      });
      expect(out).toEqual([[], [], [], [], ['k [0,30) 0,20,10 @29'], []]);
      // The timer by which a session is looked at moves when it comes, and so may wait beside a trigger's.
      const merged = trigger === undefined ? 1 : 2;
      expect(metrics.map((m) => m['numEventTimeTimers'])).toEqual([2, merged, 1, 1, 0, 0]);
      expect(metrics.at(-1)).toMatchObject(nothingLeft);
    }
  });

  it('S53: a record whose own window is late is accepted where it joins a live session', async () => {
    const script = [el(0), el(5), wm(13), el(2), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(session(10)).aggregate(merging, { uid }),
    );
    expect(out).toEqual([[], ['k [0,15) 0,5,2 @14']]);
    expect(metrics.at(-1)).toMatchObject({ numLateRecordsDropped: 0 });
  });

  it('S54: a record in a session that has been cleaned up is dropped, and leaves nothing', async () => {
    const script = [el(0), wm(9), then, el(0), el(-5), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(session(10)).aggregate(merging, { uid }),
    );
    expect(out).toEqual([['k [0,10) 0 @9'], [], []]);
    expect(metrics[1]).toMatchObject({ ...nothingLeft, numLateRecordsDropped: 2 });
  });

  it('S55, W7: after a purge the session goes on with its bounds', async () => {
    const script = [el(0), el(5), then, el(12), then];
    const { out } = await windowed(script, (s) =>
      s
        .window(session(10))
        .trigger(purgingTrigger(countTrigger(2)))
        .aggregate(merging),
    );
    expect(out).toEqual([['k [0,15) 0,5 @14'], [], []]);
    const both = await windowed([...script, el(13)], (s) =>
      s
        .window(session(10))
        .trigger(purgingTrigger(countTrigger(2)))
        .aggregate(merging),
    );
    expect(both.out.flat()).toEqual(['k [0,15) 0,5 @14', 'k [0,23) 12,13 @22']);
  });

  it('S56: an assigner that shrinks windows to before the watermark fails the job', async () => {
    const shrinking: MergingWindowAssigner<Reading> = {
      ...session(10),
      cover: (one, other) => {
        const start = Math.min(one.start, other.start);
        return { start, end: start + 1 };
      },
    };
    const script = [el(0), wm(3), el(5)];
    await expect(
      windowed(script, (s) => s.window(shrinking).aggregate(merging, { uid })),
    ).rejects.toMatchObject({ code: 'WINDOW_MERGED_LATE', operator: uid });
  });

  it('S57, W6: a continuous trigger goes on firing on the merged session, and once at its end', async () => {
    const script = [
      el(0),
      el(8),
      then,
      wm(5),
      then,
      wm(10),
      then,
      wm(15),
      then,
      wm(17),
      then,
      wm(30),
      then,
    ];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(session(10)).trigger(continuousEventTimeTrigger(5)).aggregate(merging, { uid }),
    );
    const line = 'k [0,18) 0,8 @17';
    expect(out).toEqual([[], [line], [line], [line], [line], [], []]);
    // Behind the last interval there is the end's timer alone (FLINK-35069).
    expect(metrics.map((m) => m['numEventTimeTimers'])).toEqual([3, 3, 2, 1, 0, 0, 0]);
    expect(metrics.at(-1)).toMatchObject(nothingLeft);
  });

  it('S50: with lateness without end sessions merge, however late', async () => {
    const script = [el(0), wm(1_000), then, el(5), then];
    const { out } = await windowed(script, (s) =>
      s.window(session(10)).allowedLateness(MAX_TIMESTAMP).aggregate(merging),
    );
    expect(out).toEqual([['k [0,10) 0 @9'], ['k [0,15) 0,5 @14'], []]);
  });

  it('W4: a late record that lengthens a session which has fired lets it fire at its new end', async () => {
    const script = [el(0), wm(9), then, el(5), then, wm(13), then, wm(14), then, wm(34), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(session(10)).allowedLateness(20).aggregate(merging, { uid }),
    );
    expect(out).toEqual([['k [0,10) 0 @9'], [], [], ['k [0,15) 0,5 @14'], [], []]);
    expect(metrics.map((m) => m['numKeysWithWindows'])).toEqual([1, 1, 1, 1, 0, 0]);
  });

  it('FC-C07: a late event joins two sessions: one result, and nothing left', async () => {
    const script = [el(0), el(18_000), then, el(9_000), then, wm(100_000), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(session(10_000)).allowedLateness(20_000).aggregate(merging, { uid }),
    );
    expect(out.flat()).toEqual(['k [0,28000) 0,18000,9000 @27999']);
    expect(metrics[2]).toMatchObject(nothingLeft);
  });

  it('FC-C10: a gap that is exactly reached still joins, on time and late, until the session closes', async () => {
    const early = await windowed([el(0), wm(4_999 - 1), el(4_500), wm(4_999), then], (s) =>
      s.window(session(5_000)).aggregate(merging),
    );
    expect(early.out.flat()).toEqual(['k [0,9500) 0,4500 @9499']);
    const exact = await windowed([el(0), wm(5_000 - 2), el(5_000), then], (s) =>
      s.window(session(5_000)).aggregate(merging),
    );
    expect(exact.out.flat()).toEqual(['k [0,10000) 0,5000 @9999']);
    // At the watermark 4999 the first session has closed; what comes then opens another.
    const closed = await windowed([el(0), wm(4_999), el(5_000), then], (s) =>
      s.window(session(5_000)).aggregate(merging),
    );
    expect(closed.out.flat()).toEqual(['k [0,5000) 0 @4999', 'k [5000,10000) 5000 @9999']);
  });
});
