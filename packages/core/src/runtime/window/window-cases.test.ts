/** Scenarios and field cases of windows in whole jobs: records in by a source, results out. */
import {
  VirtualClock,
  collectSink,
  gap,
  records,
  scriptedSource,
  seededRandom,
  simulate,
} from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  minutes,
  outputTag,
  tumbling,
  type FailedRecord,
  type JobHandle,
  type Source,
  type Stream,
  type WindowResult,
} from '../../index.js';
import { heapState, runJobIn, type Drivable } from '../../internal.js';
import type { KeyedState, StateBackend, StateTable } from '../../model/state.js';

interface Reading {
  readonly key: string;
  readonly at: number;
}

const reading = (key: string, at: number): Reading => ({ key, at });
const inOrder = boundedOutOfOrderness<Reading>(0, ({ at }) => at);

const listing = {
  createAccumulator: (): readonly number[] => [],
  add: (listed: readonly number[], { at }: Reading) => [...listed, at],
  getResult: (listed: readonly number[]) => listed,
};

const counting = {
  createAccumulator: () => 0,
  add: (count: number) => count + 1,
  getResult: (count: number) => count,
};

const textOf = <R>({ key, window, value }: WindowResult<string, R>): string =>
  `${key} [${String(window.start)},${String(window.end)}) ${String(value)}`;

/** The results of tumbling windows over all readings, which come out of order by as much as they like. */
async function listed(sizeMs: number, ...readings: readonly Reading[]): Promise<string[]> {
  const out = collectSink<WindowResult<string, readonly number[]>>();
  const job = defineJob('listed', (env) => {
    const watermarks = boundedOutOfOrderness<Reading>(minutes(1), ({ at }) => at);
    env
      .fromSource(fromArray(readings), { watermarks })
      .keyBy(({ key }) => key)
      .window(tumbling(sizeMs))
      .aggregate(listing)
      .sinkTo(out);
  });
  await simulate(job);
  return out.values.map(textOf);
}

describe('FC-C: windows', () => {
  it('FC-C01: records before 1970 are in the windows that begin before them', async () => {
    const times = [-1, -5_000, -5_001, 0, 4_999];
    const windows = times.map((at) => tumbling(5_000).assignWindows(at));
    expect(windows).toEqual([
      [{ start: -5_000, end: 0 }],
      [{ start: -5_000, end: 0 }],
      [{ start: -10_000, end: -5_000 }],
      [{ start: 0, end: 5_000 }],
      [{ start: 0, end: 5_000 }],
    ]);
    const results = await listed(5_000, ...times.map((at) => reading('k', at)));
    expect(results).toEqual([
      'k [-10000,-5000) -5001',
      'k [-5000,0) -1,-5000',
      'k [0,5000) 0,4999',
    ]);
  });

  it('FC-C20: a timestamp that is none fails its record, with the value, and no watermark', async () => {
    const wrong = [undefined, Number.NaN, '2024-01-01', new Date(5_000)];
    const { results, failures, watermark } = await runOddTimes(wrong);
    expect(results).toEqual(['k [-5000,0) 1', 'k [0,5000) 2', 'k [1709315000,1709320000) 1']);
    expect(watermark).toBe(1_999);
    expect(failures.map(({ value }) => (value as Odd).at)).toEqual(wrong);
    expect(failures.map(({ error }) => error.code)).toEqual(Array(4).fill('TIMESTAMP_INVALID'));
    for (const [i, { error }] of failures.entries()) {
      expect(error.message).toContain(`was given ${String(wrong[i])} as the timestamp`);
    }
  });

  it('FC-C21: 10000 windows whose aggregate gives nothing leave no state and no timer', async () => {
    const tables: StateTable<unknown>[] = [];
    const readings = Array.from({ length: 10_000 }, (_, n) =>
      reading(`k${String(n % 1_000)}`, Math.floor(n / 1_000) * 10),
    );
    let most = 0;
    const createKeyedState = (operator: string): KeyedState => {
      const keyed = heapState().createKeyedState(operator);
      return {
        keys: keyed.keys,
        createTable: <V>(name: string) => {
          const table = keyed.createTable<V>(name);
          tables.push(table);
          return table;
        },
        writeGroup: keyed.writeGroup.bind(keyed),
        readGroup: keyed.readGroup.bind(keyed),
      };
    };
    const job = defineJob('nothing', (env) => {
      env
        .fromSource(fromArray(readings), { watermarks: inOrder })
        .keyBy(({ key }) => key)
        .window(tumbling(10))
        .aggregate({ ...counting, getResult: () => undefined }, { uid: 'windows' })
        .sinkTo(forEachSink(() => (most = Math.max(most, sizeOf(tables)))));
    });
    const handle = await runToEnd(job, { ...heapState(), createKeyedState });
    expect(most).toBeGreaterThan(0);
    expect(sizeOf(tables)).toBe(0);
    expect(handle.metrics().operators['windows']).toMatchObject({
      numOpenWindows: 0,
      numRecordsOut: 10_000,
    });
  });
});

interface Odd {
  readonly at: unknown;
  readonly noise?: true;
}

/** Good times, odd ones, and noise that is filtered out; at 5 ms somebody reads the watermark. */
async function runOddTimes(wrong: readonly unknown[]): Promise<{
  results: readonly string[];
  failures: readonly FailedRecord[];
  watermark: number | undefined;
}> {
  const failed = outputTag<FailedRecord>('failed');
  const failures = collectSink<FailedRecord>();
  const out = collectSink<WindowResult<string, number>>();
  const source: Source<Odd> = scriptedSource<Odd>([
    records<Odd>({ at: -1 }, ...wrong.map((at) => ({ at })), { at: 1_000 }),
    records<Odd>({ at: 2_000 }, { at: -1, noise: true }, { at: 1, noise: true }),
    gap(10),
    records<Odd>({ at: 1_709_315_512 }),
  ]);
  const job = defineJob('odd times', (env) => {
    const watermarks = boundedOutOfOrderness<Odd>(0, ({ at }) => at as number);
    const stream = env.fromSource(source, { watermarks, onError: failed });
    stream.getSideOutput(failed).sinkTo(failures);
    stream
      .filter(({ noise }) => noise !== true)
      .keyBy(() => 'k')
      .window(tumbling(5_000))
      .aggregate(counting, { uid: 'windows' })
      .sinkTo(out);
  });
  let watermark: number | undefined;
  await simulate(job, {
    during: ({ handle, clock }) =>
      clock.after(5, () => (watermark = watermarkOf(handle, 'windows'))),
  });
  return { results: out.values.map(textOf), failures: failures.values, watermark };
}

const watermarkOf = (handle: JobHandle, operator: string): number | undefined =>
  handle.metrics().operators[operator]?.['currentInputWatermark'];

const sizeOf = (tables: readonly StateTable<unknown>[]): number =>
  tables.reduce((sum, table) => sum + table.size(), 0);

/** Runs a job over state that the test looks into. */
async function runToEnd(
  job: Parameters<typeof runJobIn>[1],
  state: StateBackend,
): Promise<JobHandle> {
  const ready = new Set<Drivable>();
  const driver = { wake: (drivable: Drivable) => void ready.add(drivable) };
  const world = {
    clock: new VirtualClock(),
    random: seededRandom(1),
    steps: {},
    stopwatch: () => 0,
  };
  const handle = await runJobIn({ ...world, state: () => state, driver }, job);
  for (const drivable of ready) {
    ready.delete(drivable);
    if (drivable.turn({ spent: () => true }) === 'progressed') ready.add(drivable);
  }
  await handle.done;
  return handle;
}

/** Windows of 1 ms, so that a record of a time sets a timer of that time. */
function timersOf(stream: Stream<Reading>): Stream<WindowResult<string, number>> {
  return stream
    .keyBy(({ key }) => key)
    .window(tumbling(1))
    .aggregate(counting, { uid: 'timers' });
}

describe('timers of windows', () => {
  it('S23: of 50 and 80, fired by 100: their outputs in order, and the watermark behind', async () => {
    const heard: string[] = [];
    const job = defineJob('timers', (env) => {
      const watermarks = boundedOutOfOrderness<Reading>(60, ({ at }) => at);
      const timers = timersOf(
        env.fromSource(fromArray([reading('a', 80), reading('a', 50), reading('a', 161)]), {
          watermarks,
        }),
      );
      // The next task hears the outputs, and has windows that fire with the watermark behind them.
      const hearing = {
        ...counting,
        add: (count: number, { window }: WindowResult<string, number>) => {
          heard.push(`output ${String(window.start)}`);
          return count + 1;
        },
      };
      timers
        .keyBy(({ key }) => key)
        .window(tumbling(101))
        .aggregate(hearing)
        .sinkTo(forEachSink(({ window }) => heard.push(`wm ${String(window.end - 1)}`)));
    });
    await simulate(job, { limits: { runRecordsMax: 1 } });
    expect(heard).toEqual(['output 50', 'output 80', 'wm 100', 'output 161', 'wm 201']);
  });

  it('S38: a job that is cancelled in the middle of firing fires no more', async () => {
    const fired: string[] = [];
    const readings = Array.from({ length: 50 }, (_, n) => reading(`k${String(n)}`, 1));
    let cancel = (): void => undefined;
    const job = defineJob('cancelled', (env) => {
      timersOf(env.fromSource(fromArray(readings), { watermarks: inOrder })).sinkTo(
        forEachSink(({ key }) => {
          fired.push(key);
          if (fired.length === 3) cancel();
        }),
      );
    });
    const { result } = await simulate(job, {
      limits: { timersPerStepMax: 1 },
      during: ({ handle }) => (cancel = () => void handle.cancel()),
      stepsPerTurnMax: 1,
    });
    expect([result.ended, fired]).toEqual(['cancelled', ['k0', 'k1', 'k2']]);
  });

  it('S39: a timer of a key sees the state of that key, whichever record came last', async () => {
    const results = await listed(
      10,
      reading('a', 1),
      reading('b', 2),
      reading('a', 3),
      reading('b', 4),
      reading('b', 5),
    );
    expect(results).toEqual(['a [0,10) 1,3', 'b [0,10) 2,4,5']);
  });
});
