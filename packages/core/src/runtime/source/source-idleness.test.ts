/** T3: when a source is idle and when it is not: it was read and had nothing, to the millisecond. */
import {
  gap,
  operatorHarness,
  records,
  scriptedSource,
  scriptedSplits,
  simulate,
  slowSink,
  VirtualClock,
  type OutputElement,
} from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  minutes,
  noWatermarks,
  outputTag,
  seconds,
  tumbling,
  type FailedRecord,
  type SourceSplit,
} from '../../index.js';
import { appendRecord, type SourceReaderContext, type SplitReader } from '../../connector.js';
import {
  at,
  saying,
  says,
  timeOf,
  watch,
  watermarkOf,
  type Happening,
  type TimedSource,
} from './event-time.fixture.js';

/** It says 100 at once, and stays active. */
const hundred: TimedSource = {
  source: scriptedSource([records(says(100)), gap(minutes(1))]),
  watermarks: saying(),
};

const quiet = (idleAfterMs: number, firstAfterMs: number): TimedSource => ({
  source: scriptedSource([gap(firstAfterMs), records(says(7)), gap(minutes(1))]),
  watermarks: saying({ idleAfterMs }),
});

describe('T3: the bound of idleness', () => {
  // Flink looks every 200 ms and finds out at 1600, four looks later. Ours is a timer (decision 0110).
  it('S16: with a timeout of 1000 and the last record at 1, idle at 1001 and not before', async () => {
    const { watermarks } = await watch([quiet(1_000, 1), hundred], {
      moments: [600, 1_000, 1_000.9, 1_001.1],
    });
    expect(watermarks).toEqual([7, 7, 7, 100]);
  });

  it('FC-C16: with a timeout of 10 ms and the last record at 0, idle at 10, whoever looks when', async () => {
    const silent: TimedSource = {
      source: scriptedSource([records(says(7)), gap(minutes(1))]),
      watermarks: saying({ idleAfterMs: 10 }),
    };
    const { watermarks } = await watch([silent, hundred], { moments: [5, 9.9, 10.1, 11, 16, 21] });
    expect(watermarks).toEqual([7, 7, 100, 100, 100, 100]);
  });

  it('S17: counts from a clock that shows 0 as from any other', async () => {
    for (const startAt of [0, -500, 1_700_000_000_000]) {
      const silent: TimedSource = {
        source: scriptedSource([gap(minutes(1))]),
        watermarks: noWatermarks(timeOf, { idleAfterMs: 1_000 }),
      };
      const { watermarks } = await watch([silent, hundred], {
        moments: [999.9, 1_000.1],
        simulation: { clock: new VirtualClock(startAt) },
      });
      expect(watermarks).toEqual([Number.MIN_SAFE_INTEGER, 100]);
    }
  });

  it('counts anew from each record', async () => {
    const slowly: TimedSource = {
      source: scriptedSource([
        records(says(7)),
        gap(900),
        records(...at(500)),
        gap(900),
        records(...at(500)),
        gap(minutes(1)),
      ]),
      watermarks: saying({ idleAfterMs: 1_000 }),
    };
    const { watermarks } = await watch([slowly, hundred], { moments: [1_100, 2_799, 2_801] });
    expect(watermarks).toEqual([7, 7, 100]);
  });

  it('lets a generator go on where it was when its source comes back', async () => {
    const inOrder = boundedOutOfOrderness(0, timeOf, { idleAfterMs: 50 });
    const source = scriptedSource([records(...at(21)), gap(100), records(...at(15)), gap(10)]);
    const { watermarks, late } = await watch([{ source, watermarks: inOrder }], {
      moments: [10, 60, 105],
    });
    expect(watermarks).toEqual([20, 20, 20]);
    expect(late).toBe(1);
  });
});

describe('T3: a source that nobody reads', () => {
  /** Two partitions with data; the second has its own later, while the sink holds everything up. */
  const partitions = (): TimedSource => ({
    source: scriptedSplits<Happening>(
      [
        { id: 'p0', script: [records(...at(1_000, 1_001, 1_002, 2_000)), gap(seconds(9))] },
        { id: 'p1', script: [gap(100), records(...at(10, 20, 30)), gap(seconds(9))] },
      ],
      { assignment: 'when-found' },
    ),
    watermarks: boundedOutOfOrderness(0, timeOf, { idleAfterMs: seconds(1) }),
  });
  const slow = (): ReturnType<typeof slowSink<Happening>> =>
    slowSink<Happening>({ bufferRecordsMax: 2, recordsPerTick: 2, tickMs: seconds(5) });
  const limits = { channelRecords: 1, runRecordsMax: 1 };

  it.each([1, 2, 3, 4])(
    'S18, FC-C14: is not idle while the sink is not ready, and nothing is late: seed %i',
    async (seed) => {
      const { late, windows } = await watch([partitions()], {
        slow: slow(),
        simulation: { limits, seed },
      });
      expect(late).toBe(0);
      expect(windows.slice(0, 3)).toEqual(['[10,20) t10', '[20,30) t20', '[30,40) t30']);
    },
  );

  it('S18: nor is a source of one split', async () => {
    const single: TimedSource = {
      source: scriptedSource([
        records(says(7)),
        gap(100),
        records(...at(50, 60, 70, 80)),
        gap(minutes(1)),
      ]),
      watermarks: saying({ idleAfterMs: seconds(1) }),
    };
    const { watermarks, late } = await watch([single, hundred], {
      slow: slow(),
      simulation: { limits },
      moments: [4_900, 9_900],
    });
    expect([watermarks, late]).toEqual([[7, 7], 0]);
  });

  it('begins to count anew when it is read again, if it asks its service only then', async () => {
    const base = scriptedSplits<Happening>(
      [
        {
          id: 'quick',
          script: [gap(5), records(...at(1_000, 1_001, 1_002, 1_003)), gap(seconds(20))],
        },
        { id: 'asking', script: [] },
      ],
      { assignment: 'when-found' },
    );
    const source: typeof base = {
      ...base,
      createSplitReader: (split, context) =>
        split.id === 'asking' ? asking(context, split) : base.createSplitReader(split, context),
    };
    const watermarks = boundedOutOfOrderness(0, timeOf, { idleAfterMs: seconds(1) });
    const { late, windows } = await watch([{ source, watermarks }], {
      slow: slow(),
      simulation: { limits },
    });
    expect(late).toBe(0);
    expect(windows[0]).toBe('[10,20) t10');
  });

  it('S22: records of an idle channel go through as usual, and its status stays', async () => {
    const harness = operatorHarness<number, number>((stream) => stream.map((n) => n * 2));
    harness.processWatermarkStatus('idle');
    harness.processElement(1, 10);
    harness.processElement(2, 20);
    expect(harness.output.map(kindOf)).toEqual(['idle', 'record', 'record']);
    harness.processWatermarkStatus('active');
    harness.processWatermark(30);
    expect(harness.output.map(kindOf)).toEqual(['idle', 'record', 'record', 'active', 'watermark']);
  });
});

describe('T3: the status of an idle source', () => {
  it.each([1, 2])('reaches side outputs, and %i subtasks behind exchanges', async (parallelism) => {
    const failed = outputTag<FailedRecord<unknown>>('failed');
    const watermarks: unknown[] = [];
    const job = defineJob('status', (env) => {
      const silent = env.fromSource(scriptedSource([records(says(7)), gap(minutes(1))]), {
        watermarks: saying({ idleAfterMs: 10 }),
        onError: failed,
      });
      const ahead = env.fromSource(hundred.source, { watermarks: hundred.watermarks });
      silent.sinkTo(forEachSink(() => undefined));
      silent
        .getSideOutput(failed)
        .rebalance()
        .map(({ timestamp }): Happening => ({ name: 'failed', at: timestamp }), { parallelism })
        .union(ahead)
        .keyBy(() => 'all')
        .window(tumbling(10))
        .aggregate(counting, { uid: 'windows', parallelism })
        .sinkTo(forEachSink(() => undefined));
    });
    await simulate(job, {
      during: ({ handle, clock }) => {
        for (const moment of [5, 15]) {
          clock.after(moment, () => watermarks.push(watermarkOf(handle)));
        }
      },
    });
    expect(watermarks).toEqual([7, 100]);
  });
});

const counting = {
  createAccumulator: () => 0,
  add: (count: number) => count + 1,
  getResult: (count: number) => count,
};

/** Each request takes 50 ms and is made by a poll; the first is answered with nothing. */
function asking<S extends SourceSplit>(
  { clock, post }: SourceReaderContext,
  split: S,
): SplitReader<Happening, S> {
  const answers = [[], at(10), []];
  let [answer, request]: [Happening[], 'none' | 'under way'] = [[], 'none'];
  const ask = (): void => {
    request = 'under way';
    const deliver = (): void => {
      [answer, request] = [answers.shift()!, 'none'];
    };
    clock.after(50, () => post({ name: 'answer', deliver }));
  };
  return {
    open: () => undefined,
    poll: (run) => {
      for (const happening of answer.splice(0)) appendRecord(run, happening);
      if (answers.length === 0) return 'end-of-input';
      if (request === 'none') ask();
      return 'nothing-available';
    },
    position: () => split,
    close: () => undefined,
  };
}

const kindOf = (element: OutputElement<unknown>): string => {
  if ('status' in element) return element.status;
  return 'watermark' in element ? 'watermark' : 'record';
};
