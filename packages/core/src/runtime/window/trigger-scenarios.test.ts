/** Scenarios of triggers, evictors, count windows and processing time, in whole jobs. */
import { VirtualClock } from '@millrace/testing';
import {
  continuousProcessingTimeTrigger,
  countEvictor,
  countTrigger,
  endOfStreamTrigger,
  eventTimeTrigger,
  globalWindow,
  processingTimeTrigger,
  purgingTrigger,
  session,
  sliding,
  timeEvictor,
  tumbling,
  type Trigger,
} from '../../index.js';
import { el, listing, merging, then, wait, windowed, wm } from './windowed-job.fixture.js';

const uid = 'windows';
const nothingLeft = { numOpenWindows: 0, numEventTimeTimers: 0, numProcessingTimeTimers: 0 };

describe('triggers', () => {
  it('S48, W6: fire-and-purge with lateness: a late firing holds the late element alone', async () => {
    const script = [el(1), wm(4), then, el(3), then];
    const { out } = await windowed(script, (s) =>
      s
        .window(tumbling(5))
        .allowedLateness(2)
        .trigger(purgingTrigger(eventTimeTrigger()))
        .aggregate(listing),
    );
    expect(out).toEqual([['k [0,5) 1 @4'], ['k [0,5) 3 @4'], []]);
  });

  it('S58, W10: a processing-time timer at the number of the cleanup does not clean an event-time window', async () => {
    const clock = new VirtualClock();
    const atEnd: Trigger = {
      ...eventTimeTrigger(),
      onElement: (_value, _timestamp, context) => {
        context.registerProcessingTimeTimer(context.window.end - 1);
        context.registerEventTimeTimer(context.window.end - 1);
        return 'continue';
      },
    };
    const script = [el(1), wait(50), el(2), then, wm(9), then];
    const { out, metrics } = await windowed(
      script,
      (s) => s.window(tumbling(10)).trigger(atEnd).aggregate(listing, { uid }),
      { clock },
    );
    expect(metrics.map((m) => m['numOpenWindows'])).toEqual([1, 1, 0, 0]);
    expect(metrics[0]).toMatchObject({ numFiredTimers: 1 });
    expect(out).toEqual([[], [], ['k [0,10) 1,2 @9'], []]);
  });

  it('S59, W4: a count that is not reached emits nothing at the end, and leaves nothing', async () => {
    const script = [el(1), el(2), then, wm(4), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(tumbling(5)).trigger(countTrigger(3)).aggregate(listing, { uid }),
    );
    expect(out).toEqual([[], [], []]);
    expect(metrics[0]).toMatchObject({ numOpenWindows: 1 });
    expect(metrics[1]).toMatchObject(nothingLeft);
  });

  it('S60, W5, W12: a count window purges when it has fired, and what is left at the end is dropped', async () => {
    const script = [1, 2, 3, 4, 5, 6, 7].map((at) => el(at));
    const { out, metrics } = await windowed(
      [...script.slice(0, 6), then, ...script.slice(6)],
      (s) =>
        s
          .countWindow(3)
          .aggregate({ ...listing }, { uid })
          .map(({ value }) => value),
    );
    expect(out).toEqual([['1,2,3 @3', '4,5,6 @6'], []]);
    expect(metrics[0]).toMatchObject(nothingLeft);
  });

  it('S65, W10: the timer of a window that has gone means nothing', async () => {
    const calls: number[] = [];
    const stray: Trigger = {
      name: 'stray',
      onElement: (_value, _timestamp, context) => {
        context.registerEventTimeTimer(20);
        return 'continue';
      },
      onEventTime: (time) => (calls.push(time), 'fire'),
    };
    const script = [el(1), wm(4), then, wm(30), then];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(tumbling(5)).trigger(stray).aggregate(listing, { uid }),
    );
    expect(out).toEqual([['k [0,5) 1 @4'], [], []]);
    expect(calls).toEqual([4]);
    expect(metrics[1]).toMatchObject({ ...nothingLeft, numFiredTimers: 2 });
  });

  it('S66, W7: to fire without contents emits nothing', async () => {
    const eager: Trigger = {
      ...eventTimeTrigger(),
      onElement: (_value, _timestamp, context) => {
        context.setState('there');
        context.registerEventTimeTimer(3);
        return 'purge';
      },
      onEventTime: () => 'fire',
    };
    const calls = await windowed([el(1), wm(3), then, wm(4), then], (s) =>
      s.window(tumbling(5)).trigger(eager).aggregate(listing, { uid }),
    );
    expect(calls.out).toEqual([[], [], []]);
    expect(calls.metrics[1]).toMatchObject({ ...nothingLeft, numFiredTimers: 2 });
  });

  it('S68: a global window is silent; with the end-of-stream trigger it fires at the end', async () => {
    const silent = await windowed([el(1), wm(1_000), then], (s) =>
      s.window(globalWindow()).aggregate(listing),
    );
    expect(silent.out).toEqual([[], []]);
    const { out } = await windowed([el(1), wm(1_000), el(2), then], (s) =>
      s
        .window(globalWindow())
        .trigger(endOfStreamTrigger())
        .aggregate(listing)
        .map(({ value }) => value),
    );
    expect(out).toEqual([[], [`1,2 @${String(Number.MAX_SAFE_INTEGER)}`]]);
  });

  it("fires early by the clock, and once more with all of it at the window's own end", async () => {
    const script = [el(1), wait(1_500), el(2), wait(1_000), el(3), wm(9), then];
    const { out, metrics } = await windowed(script, (s) =>
      s
        .window(tumbling(10))
        .trigger(continuousProcessingTimeTrigger(1_000))
        .aggregate(listing, { uid }),
    );
    expect(out.flat()).toEqual(['k [0,10) 1 @9', 'k [0,10) 1,2 @9', 'k [0,10) 1,2,3 @9']);
    expect(metrics.at(-1)).toMatchObject(nothingLeft);
  });
});

describe('timers of the clock', () => {
  it('T5: one that was taken back does not take the alarm of the next one with it', async () => {
    const script = [el(-1), wm(-1), wait(10), el(1), wait(15), el(2), then];
    const { out } = await windowed(script, (s) =>
      s.window(tumbling(40)).trigger(continuousProcessingTimeTrigger(10)).aggregate(listing),
    );
    expect(out.slice(0, 2)).toEqual([['k [-40,0) -1 @-1'], ['k [0,40) 1 @39']]);
  });
});

describe('evictors', () => {
  it('S61, W9: the function sees what the evictor leaves, and the window holds it from then on', async () => {
    const script = [el(1), el(2), el(3), wm(4), then, el(4), then];
    const { out } = await windowed(script, (s) =>
      s
        .window(tumbling(5))
        .allowedLateness(10)
        .evictor(countEvictor(2))
        .process((elements, { window }, out) => {
          out.collect(`${String(window.start)}: ${elements.map(({ at }) => at).join(',')}`);
        }),
    );
    expect(out).toEqual([['0: 2,3 @4'], ['0: 3,4 @4'], []]);
  });

  it('W9: takes elements out after the function has seen them, or by their age', async () => {
    const script = [el(1), el(2), el(3), wm(4), then, el(4), then];
    const { out } = await windowed(script, (s) =>
      s
        .window(tumbling(5))
        .allowedLateness(10)
        .evictor(countEvictor(1, { evict: 'after' }))
        .aggregate(listing),
    );
    expect(out).toEqual([['k [0,5) 1,2,3 @4'], ['k [0,5) 3,4 @4'], []]);
    const young = await windowed([el(0), el(4), el(2), el(3)], (s) =>
      s.window(tumbling(5)).evictor(timeEvictor(2)).aggregate(listing),
    );
    expect(young.out.flat()).toEqual(['k [0,5) 4,3 @4']);
  });

  it('counts the last 3 every 2', async () => {
    const { out } = await windowed(
      [1, 2, 3, 4, 5, 6, 7].map((at) => el(at)),
      (s) =>
        s
          .countWindow(3, 2)
          .aggregate(listing)
          .map(({ value }) => value),
    );
    expect(out.flat()).toEqual(['1,2 @2', '2,3,4 @4', '4,5,6 @6']);
  });
});

describe('windows of processing time', () => {
  it('S32: a record at the very end of a window is in it, and the window fires a millisecond later', async () => {
    const windows = tumbling(1_001, { time: 'processing-time' });
    const script = [wait(1_000), el(7), then, wait(10)];
    const { out } = await windowed(script, (s) => s.window(windows).aggregate(listing));
    expect(out).toEqual([[], [], ['k [0,1001) 7 @1000'], []]);
  });

  it('S69, W4: allowed lateness has no effect on them', async () => {
    const windows = tumbling(10, { time: 'processing-time' });
    const script = [el(1), wm(1_000), el(2), wait(9), then, wait(5)];
    const { out, metrics } = await windowed(script, (s) =>
      s.window(windows).allowedLateness(1_000).aggregate(listing, { uid }),
    );
    expect(out).toEqual([[], [], ['k [0,10) 1,2 @9'], []]);
    expect(metrics[2]).toMatchObject({ ...nothingLeft, numLateRecordsDropped: 0 });
  });

  it('sessions and overlapping windows go by the clock too, and fire at the end of the input', async () => {
    const script = [el(1), wait(6), el(2), wait(30), el(3)];
    const sessions = await windowed(script, (s) =>
      s.window(session(10, { time: 'processing-time' })).aggregate(merging, { uid }),
    );
    expect(sessions.out).toEqual([[], ['k [0,16) 1,2 @15'], ['k [36,46) 3 @45']]);
    const overlapping = await windowed(script, (s) =>
      s.window(sliding(10, 5, { time: 'processing-time' })).aggregate(merging, { uid }),
    );
    expect(overlapping.out.flat()).toEqual([
      'k [-5,5) 1 @4',
      'k [0,10) 1,2 @9',
      'k [5,15) 2 @14',
      'k [30,40) 3 @39',
      'k [35,45) 3 @44',
    ]);
  });

  it('the trigger of processing time fires windows of event time by the clock', async () => {
    const script = [wait(1), el(2), then, wait(3), then];
    const { out } = await windowed(script, (s) =>
      s.window(tumbling(5)).trigger(processingTimeTrigger()).aggregate(listing),
    );
    expect(out.flat()).toEqual(['k [0,5) 2 @4']);
  });
});
