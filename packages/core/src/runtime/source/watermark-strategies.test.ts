/** T1: what the ready strategies and generators of users say, in whole jobs. */
import { collectSink, gap, records, scriptedSource, simulate } from '@millrace/testing';
import fc from 'fast-check';
import {
  boundedOutOfOrderness,
  defineJob,
  MIN_TIMESTAMP,
  monotonousTimestamps,
  noWatermarks,
  outputTag,
  punctuated,
  tumbling,
  type FailedRecord,
  type WatermarkStrategy,
} from '../../index.js';
import {
  at,
  timeOf,
  watch,
  watermarkOf,
  type Happening,
  type Watched,
} from './event-time.fixture.js';

/** Each group of times comes 10 ms after the one before; the watermark is read behind each. */
async function timesOf(
  watermarks: WatermarkStrategy<Happening>,
  ...groups: readonly (readonly number[])[]
): Promise<Watched> {
  const script = groups.flatMap((times) => [records(...at(...times)), gap(10)]);
  const moments = groups.map((_, n) => 10 * n + 5);
  return watch([{ source: scriptedSource(script), watermarks }], { moments });
}

describe('bounded out-of-orderness', () => {
  it('S1, T1: 10000, 12000, 11000 with 2 s give the watermark 9999', async () => {
    const { watermarks } = await timesOf(
      boundedOutOfOrderness(2_000, timeOf),
      [10_000, 12_000, 11_000],
    );
    expect(watermarks).toEqual([9_999]);
  });

  it.each([
    ['with none', boundedOutOfOrderness(0, timeOf)],
    ['monotonous', monotonousTimestamps(timeOf)],
  ])('S2: %s, 5 gives 4, and a second 5 is not late', async (_, strategy) => {
    const { watermarks, late, windows } = await timesOf(strategy, [5], [5], [10]);
    expect(watermarks).toEqual([4, 4, 9]);
    expect(late).toBe(0);
    expect(windows).toEqual(['[0,10) t5 t5', '[10,20) t10']);
  });

  it('S3: before the first record there is no watermark', async () => {
    const { watermarks, late } = await timesOf(boundedOutOfOrderness(0, timeOf), [], [], [-9_000]);
    expect(watermarks).toEqual([MIN_TIMESTAMP, MIN_TIMESTAMP, -9_001]);
    expect(late).toBe(0);
  });

  it('T1: the watermark never goes back, whatever comes', async () => {
    const groups = fc.array(fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(groups, fc.nat(50), async (input, outOfOrderness) => {
        const { watermarks } = await timesOf(
          boundedOutOfOrderness(outOfOrderness, timeOf),
          ...input,
        );
        let greatest = MIN_TIMESTAMP;
        const expected = input.map((times) => {
          greatest = Math.max(greatest, ...times);
          return greatest === MIN_TIMESTAMP ? greatest : greatest - outOfOrderness - 1;
        });
        expect(watermarks).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a strategy that says nothing', () => {
  it('gives timestamps, and windows fire at the end', async () => {
    const { watermarks, windows } = await timesOf(noWatermarks(timeOf), [5], [500]);
    expect(watermarks).toEqual([MIN_TIMESTAMP, MIN_TIMESTAMP]);
    expect(windows).toEqual(['[0,10) t5', '[500,510) t500']);
  });
});

/** Follows each record, and says its time: what comes after an earlier one is late. */
const eachRecord: WatermarkStrategy<Happening> = {
  name: 'each record',
  timestampOf: timeOf,
  hears: 'records',
  createGenerator: () => {
    let greatest = MIN_TIMESTAMP;
    return {
      onRecord: (_, timestamp) => (greatest = Math.max(greatest, timestamp)),
      currentWatermark: () => greatest,
    };
  },
};

describe('generators that hear each record', () => {
  const marked = punctuated(timeOf, ({ at: time }: Happening) =>
    time % 10 === 9 ? time : undefined,
  );

  it('stand with their watermark right behind its record, in the middle of a run', async () => {
    const { windows, late, watermarks } = await timesOf(marked, [3, 9, 4, 12, 19, 11]);
    // 4 comes behind the watermark 9, and 11 behind 19: both are late, however many came together.
    expect(windows).toEqual(['[0,10) t3 t9', '[10,20) t12 t19']);
    expect([late, watermarks]).toEqual([2, [19]]);
  });

  it.each([
    ['punctuated', marked],
    ['of a user', eachRecord],
  ])('give the same, however the input is cut into runs: %s', async (_, watermarks) => {
    const times = fc.array(fc.nat(40), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 7 }), async (input, runRecordsMax) => {
        const source = scriptedSource([records(...at(...input))]);
        const [whole, cut] = await Promise.all([
          watch([{ source, watermarks }]),
          watch([{ source, watermarks }], {
            simulation: { limits: { runRecordsMax, channelRecords: 3 } },
          }),
        ]);
        expect(cut.windows).toEqual(whole.windows);
        expect(cut.late).toBe(whole.late);
        expect(cut.late! + cut.windows.join(' ').match(/t\d/gu)!.length).toBe(input.length);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['punctuated', marked],
    ['by runs', monotonousTimestamps(timeOf)],
  ])('FC-C20: a time that is none is a failed record, and no time: %s', async (_, watermarks) => {
    const odd = [undefined, Number.NaN, '2024-01-01', new Date(5_000)];
    const failed = outputTag<FailedRecord<unknown>>('failed');
    const [failures, out] = [collectSink<FailedRecord<unknown>>(), collectSink<string>()];
    const read: unknown[] = [];
    const script = [
      records(...at(-1), ...odd.map((time) => ({ name: 'odd', at: time as number })), ...at(9)),
      records(...at(3, 19).map((noise) => ({ ...noise, name: 'noise' }))),
      gap(10),
      records(...at(1_709_315_512)),
    ];
    const job = defineJob('odd times', (env) => {
      const stream = env.fromSource(scriptedSource(script), { watermarks, onError: failed });
      stream.getSideOutput(failed).sinkTo(failures);
      stream
        .filter(({ name }) => name !== 'noise')
        .keyBy(() => 'all')
        .window(tumbling(10))
        .aggregate(counting, { uid: 'windows' })
        .map(({ window, value }) => `${String(window.start)}: ${String(value)}`)
        .sinkTo(out);
    });
    await simulate(job, {
      during: ({ handle, clock }) => clock.after(5, () => read.push(watermarkOf(handle))),
    });
    expect(failures.values.map(({ value }) => (value as Happening).at)).toEqual(odd);
    for (const [n, { error }] of failures.values.entries()) {
      expect(error.code).toBe('TIMESTAMP_INVALID');
      expect(error.message).toContain(`given ${String(odd[n])} as the timestamp`);
    }
    // The noise at 19 has moved time, and that at 3 has not moved it back.
    expect(read).toEqual([watermarks === marked ? 19 : 18]);
    expect(out.values).toEqual(['-10: 1', '0: 1', '1709315510: 1']);
  });

  it('are refused when they cannot hear what their strategy says', async () => {
    const { hears: _, ...deaf } = eachRecord;
    await expect(timesOf(deaf, [1])).rejects.toThrow(
      'in0 failed: its strategy each record hears runs, and its generator has no onRun',
    );
  });
});

const counting = {
  createAccumulator: () => 0,
  add: (count: number) => count + 1,
  getResult: (count: number) => count,
};
