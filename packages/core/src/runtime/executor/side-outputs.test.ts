/** Side outputs and what becomes of records that fail: E6, T4, C3, in whole jobs. */
import {
  collectSink,
  gap,
  records,
  scriptedSource,
  silence,
  simulate,
  stuckSink,
} from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  fromArray,
  fromSequence,
  outputTag,
  tumbling,
  type Environment,
  type FailedRecord,
  type Key,
  type MillraceError,
  type RecordErrorPolicy,
  type Source,
  type Stream,
  type WindowResult,
} from '../../index.js';
import { appendRecord } from '../../connector.js';

const limits = { channelRecords: 16, runRecordsMax: 8 };
const at = boundedOutOfOrderness<number>(0, (n) => n);
const failed = outputTag<FailedRecord<number>>('failed');
const all = Array.from({ length: 60 }, (_, n) => n);
const isBad = (n: number): boolean => n % 7 === 3;
const bad = all.filter(isBad);

const refuse = (n: number): number => {
  if (isBad(n)) throw new RangeError(`no ${String(n)}`);
  return n;
};

/** Each operator that may fail, with the records that come of it; each emits what it is given. */
const operators: Record<
  string,
  (
    s: Stream<number>,
    onError: RecordErrorPolicy<number>,
  ) => Stream<number | WindowResult<Key, number>>
> = {
  map: (stream, onError) => stream.map(refuse, { uid: 'op', onError }),
  filter: (stream, onError) => stream.filter((n) => refuse(n) >= 0, { uid: 'op', onError }),
  'reduce function': (stream, onError) =>
    stream.keyBy((n) => n % 7).reduce((_, n) => refuse(n), { uid: 'op', onError }),
  'key selector': (stream, onError) =>
    stream.keyBy((n) => refuse(n) % 10).reduce((_, n) => n, { uid: 'op', onError }),
  'key itself': (stream, onError) =>
    stream
      .keyBy((n) => (isBad(n) ? (Number.NaN as Key) : n))
      .reduce((_, n) => n, { uid: 'op', onError }),
  'window function': (stream, onError) =>
    stream
      .keyBy((n) => n)
      .window(tumbling(10))
      .aggregate(
        { createAccumulator: () => 0, add: (_, n: number) => refuse(n), getResult: (n) => n },
        { uid: 'op', onError },
      ),
};

const numberOf = (result: number | WindowResult<Key, number>): number =>
  typeof result === 'number' ? result : result.value;

// The first record of a key does not reach the function of a reduce.
const failing = (operator: string): number[] =>
  operator === 'reduce function' ? bad.filter((n) => n !== 3) : bad;

describe.each(Object.keys(operators))('E6: a record at which a %s fails', (kind) => {
  const op = operators[kind]!;
  const from = (env: Environment): Stream<number> =>
    env.fromSource(fromArray(all), { uid: 'in', watermarks: at });

  it('fails the job by default, with the operator, the first cause, and the key where it is known', async () => {
    const job = defineJob('fail', (env) => op(from(env), 'fail').sinkTo(collectSink()));
    const error = await failureOf(simulate(job, { limits }));
    expect(error.operator).toBe('op');
    expect(error.message).toMatch(
      kind === 'key itself' ? /^op: NaN cannot be a key/ : /^op failed.*: no \d+$/,
    );
    const keyIsKnown = kind === 'reduce function' || kind === 'window function';
    expect(typeof error.key).toBe(keyIsKnown ? 'number' : 'undefined');
  });

  it.each([1, 3])('is skipped and counted, in %i subtasks', async (parallelism) => {
    const out = collectSink<number>();
    const job = defineJob('skip', (env) => op(from(env), 'skip').map(numberOf).sinkTo(out));
    const { metrics } = await simulate(job, { limits, parallelism });
    const lost = failing(kind);
    expect(ascending(out.values)).toEqual(all.filter((n) => !lost.includes(n)));
    const counted = Object.values(metrics.operators).map((op) => op['numRecordsInErrors'] ?? 0);
    expect(Math.max(...counted)).toBe(lost.length);
  });

  it.each([1, 3])('goes to a side output with its reason, in %i subtasks', async (parallelism) => {
    const [out, side] = [collectSink<number>(), collectSink<FailedRecord<number>>()];
    const job = defineJob('side', (env) => {
      const done = op(from(env), failed);
      done.map(numberOf).sinkTo(out);
      done.getSideOutput(failed).sinkTo(side);
    });
    await simulate(job, { limits, parallelism });
    const lost = failing(kind);
    expect(ascending(side.values.map(({ value }) => value))).toEqual(lost);
    expect(ascending(out.values)).toEqual(all.filter((n) => !lost.includes(n)));
    for (const { error, value, timestamp } of side.values) {
      expect(error.operator).toBe('op');
      expect(timestamp).toBe(value);
    }
  });
});

const ascending = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

async function failureOf(run: Promise<unknown>): Promise<MillraceError> {
  const outcome = await run.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(Error);
  return outcome as MillraceError;
}

describe('a timestamp that is none', () => {
  const times = boundedOutOfOrderness<number>(0, (n) => (isBad(n) ? Number.NaN : n));

  it('FC-C20: fails that record by the policy of the source, shows the value, and time goes on', async () => {
    const [out, side] = [collectSink<string>(), collectSink<FailedRecord<unknown>>()];
    const refused = outputTag<FailedRecord<unknown>>('refused');
    const job = defineJob('times', (env) => {
      const options = { uid: 'in', watermarks: times, onError: refused } as const;
      const numbers = env.fromSource(fromArray([-1, ...all]), options);
      numbers
        .filter((n) => n % 2 !== 0)
        .keyBy(() => 'all')
        .window(tumbling(30))
        .aggregate(counting, { uid: 'count' })
        .map(({ window, value }) => `${String(window.start)}: ${String(value)}`)
        .sinkTo(out);
      numbers.getSideOutput(refused).sinkTo(side);
    });
    const { metrics } = await simulate(job, { limits });
    expect(side.values.map(({ value }) => value)).toEqual(bad);
    expect(side.values[0]!.error.message).toContain('NaN as the timestamp');
    const good = all.filter((n) => !isBad(n) && n % 2 !== 0);
    const below = good.filter((n) => n < 30).length;
    expect(out.values).toEqual([
      '-30: 1',
      `0: ${String(below)}`,
      `30: ${String(good.length - below)}`,
    ]);
    expect(metrics.operators['count']!['numLateRecordsDropped']).toBe(0);
  });
});

const counting = {
  createAccumulator: () => 0,
  add: (n: number) => n + 1,
  getResult: (n: number) => n,
};

/** A source whose odd records cannot be read. */
const torn: Source<number> = {
  name: 'torn',
  boundedness: 'bounded',
  createReader: ({ recordFailed }) => {
    let next = 0;
    return {
      open: () => undefined,
      poll: (run, recordsMax) => {
        for (let taken = 0; taken < recordsMax && next < 1_000; taken++, next++) {
          if (next % 2 === 0) appendRecord(run, next);
          else recordFailed(new SyntaxError(`line ${String(next)} is torn`), `<${String(next)}>`);
        }
        return next === 1_000 ? 'end-of-input' : 'more-available';
      },
      close: () => undefined,
    };
  },
};

describe('E6: a record that a source cannot read', () => {
  const lines = outputTag<FailedRecord<unknown>>('lines');

  it('fails the job by default, by the name of the source', async () => {
    const job = defineJob('torn', (env) =>
      env.fromSource(torn, { uid: 'in' }).sinkTo(collectSink()),
    );
    const error = await failureOf(simulate(job, { limits }));
    expect(error.message).toBe('in failed: line 1 is torn');
  });

  it('is skipped and counted, and half of what is read is nothing', async () => {
    const out = collectSink<number>();
    const job = defineJob('torn', (env) => {
      env.fromSource(torn, { uid: 'in', onError: 'skip' }).sinkTo(out);
    });
    const { metrics } = await simulate(job, { limits });
    expect(out.values).toHaveLength(500);
    expect(metrics.sources['in']).toMatchObject({ numRecordsOut: 500, numRecordsInErrors: 500 });
  });

  it('goes to a side output, which stops the source when it is stuck (C3)', async () => {
    const stuck = stuckSink<FailedRecord<unknown>>({ bufferRecordsMax: 5 });
    const out = collectSink<number>();
    const job = defineJob('torn', (env) => {
      const read = env.fromSource(torn, { uid: 'in', onError: lines });
      read.sinkTo(out);
      read.getSideOutput(lines).sinkTo(stuck, { uid: 'lines' });
    });
    let explained = '';
    await simulate(job, {
      limits,
      during: ({ handle, clock }) => {
        clock.after(10_000, () => {
          explained = handle.explainBackpressure();
          void handle.cancel();
        });
      },
    });
    expect(out.values.length).toBeGreaterThan(0);
    expect(out.values.length).toBeLessThanOrEqual(limits.channelRecords + 5 + limits.runRecordsMax);
    expect(explained).toMatch(/^The bottleneck is the sink lines/);
  });
});

/** A source that for so many polls has nothing but records that cannot be read, three at a time. */
function onlyTorn(polls: number): Source<number> {
  return {
    name: 'torn',
    boundedness: 'unbounded',
    createReader: ({ recordFailed, post, clock }) => {
      let polled = 0;
      const poll = (_: unknown, recordsMax: number): 'nothing-available' => {
        if (polled === polls) return 'nothing-available';
        polled += 1;
        for (let n = 0; n < Math.min(3, recordsMax); n++) recordFailed(new SyntaxError('torn'), n);
        clock.after(1_000, () => {
          post({ name: 'more', deliver: () => undefined });
        });
        return 'nothing-available';
      };
      return { open: () => undefined, poll, close: () => undefined };
    },
  };
}

describe('C4: records that a source cannot read', () => {
  const lines = outputTag<FailedRecord<unknown>>('lines');

  it('are in the side output at the end of the step, though nothing follows them', async () => {
    const side = collectSink<FailedRecord<unknown>>();
    const job = defineJob('torn', (env) => {
      const read = env.fromSource(onlyTorn(1), { uid: 'in', onError: lines });
      read.sinkTo(collectSink());
      read.getSideOutput(lines).sinkTo(side);
    });
    let told = 0;
    await simulate(job, {
      limits,
      during: ({ handle, clock }) => {
        clock.after(10_000, () => {
          told = side.values.length;
          void handle.cancel();
        });
      },
    });
    expect(told).toBe(3);
  });

  it('C1: take credit of the side output, so that a drain has room for its end', async () => {
    const stuck = stuckSink<FailedRecord<unknown>>({ bufferRecordsMax: 1 });
    const job = defineJob('torn', (env) => {
      const read = env.fromSource(onlyTorn(5), { uid: 'in', onError: lines });
      read.sinkTo(collectSink());
      read.getSideOutput(lines).sinkTo(stuck, { uid: 'lines' });
    });
    const { result, metrics } = await simulate(job, {
      limits: { channelRecords: 4, runRecordsMax: 4 },
      during: ({ handle, clock }) => {
        clock.after(10_000, () => void handle.stop({ drain: true, within: 1_000 }));
      },
    });
    const { numRecordsInErrors } = metrics.sources['in']!;
    expect(numRecordsInErrors).toBeGreaterThanOrEqual(4);
    const left = [...result.unwritten.values()].reduce((sum, { records }) => sum + records, 0);
    expect(result.queued + left).toBe(numRecordsInErrors);
  });
});

describe('T4: late records', () => {
  const late = outputTag<number>('late');

  it('have a side output, with their timestamps, and are counted regardless', async () => {
    const [out, side] = [collectSink<string>(), collectSink<number>()];
    const job = defineJob('late', (env) => {
      const script = [records(5, 25), gap(10), records(7, 26, 9)];
      const counts = env
        .fromSource(scriptedSource(script), { uid: 'in', watermarks: at })
        .keyBy(() => 'all')
        .window(tumbling(10))
        .sideOutputLateData(late)
        .aggregate(counting, { uid: 'count' });
      counts.map(({ window, value }) => `${String(window.start)}: ${String(value)}`).sinkTo(out);
      counts.getSideOutput(late).sinkTo(side);
    });
    const { metrics } = await simulate(job, { limits });
    expect(out.values).toEqual(['0: 1', '20: 2']);
    expect(side.values).toEqual([7, 9]);
    expect(side.timestamps).toEqual([7, 9]);
    expect(metrics.operators['count']!['numLateRecordsDropped']).toBe(2);
  });

  it('follow the watermark of their operator: windows over the side output fire', async () => {
    const out = collectSink<string>();
    const job = defineJob('late windows', (env) => {
      const script = [records(5, 125), gap(10), records(7, 9), gap(10), records(1_300), silence];
      const counts = env
        .fromSource(scriptedSource(script), { uid: 'in', watermarks: at })
        .keyBy(() => 'all')
        .window(tumbling(10))
        .sideOutputLateData(late)
        .aggregate(counting, { uid: 'count' });
      counts.sinkTo(collectSink());
      counts
        .getSideOutput(late)
        .keyBy(() => 'late')
        .window(tumbling(1_000))
        .aggregate(counting, { uid: 'late-count' })
        .map(({ value }) => `${String(value)} late`)
        .sinkTo(out);
    });
    await simulate(job, {
      limits,
      during: ({ handle, clock }) => void clock.after(100, () => void handle.cancel()),
    });
    expect(out.values).toEqual(['2 late']);
  });
});

describe('getSideOutput', () => {
  it('is refused on a union and on a side output, which have none', () => {
    const misplaced = (streamOf: (stream: Stream<number>) => Stream<unknown>): (() => unknown) => {
      return () =>
        defineJob('misplaced', (env) => {
          const numbers = env.fromSource(fromSequence(1, 2)).map((n) => n, { onError: failed });
          streamOf(numbers).getSideOutput(failed).sinkTo(collectSink());
        });
    };
    const sentence = 'getSideOutput("failed") was asked of a union or of a side output';
    expect(misplaced((stream) => stream.union(stream))).toThrow(sentence);
    expect(misplaced((stream) => stream.getSideOutput(failed))).toThrow(sentence);
  });
});
