/** C3, C4, B1: demand, from the sink to the source, in whole jobs under the seeded executor. */
import {
  boundedOutOfOrderness,
  defineJob,
  fromArray,
  fromSequence,
  tumbling,
  type JobDefinition,
  type JobHandle,
  type Sink,
  type WindowResult,
} from '../../index.js';
import type { SinkWriter } from '../../model/sink.js';
import {
  collectSink,
  endlessSource,
  records,
  scriptedSource,
  seededRandom,
  simulate,
  slowSink,
  gap,
  type CreditSink,
} from '@millrace/testing';

const limits = { channelRecords: 16, runRecordsMax: 8, timersPerStepMax: 4 };
const seeds = [1, 2, 3, 4, 5];

interface Reading {
  readonly key: number;
  readonly at: number;
}

const count = {
  createAccumulator: () => 0,
  add: (n: number) => n + 1,
  getResult: (n: number) => n,
};

/** Every key has a record in each window, and one record at the end makes all windows due at once. */
function burstJob(keys: number, sink: Sink<WindowResult<number, number>>): JobDefinition {
  const readings = Array.from({ length: keys }, (_, key) => [
    { key, at: 5 },
    { key, at: 15 },
  ]).flat();
  return defineJob('burst', (env) => {
    env
      .fromSource(fromArray<Reading>([...readings, { key: -1, at: 100 }]), {
        uid: 'readings',
        watermarks: boundedOutOfOrderness(50, (r) => r.at),
      })
      .keyBy((r) => r.key)
      .window(tumbling(10))
      .aggregate(count, { uid: 'count' })
      .sinkTo(sink, { uid: 'out' });
  });
}

function expectedBurst(keys: number): WindowResult<number, number>[] {
  const results = [0, 10].flatMap((start) =>
    Array.from({ length: keys }, (_, key) => ({
      key,
      window: { start, end: start + 10 },
      value: 1,
    })),
  );
  return [...results, { key: -1, window: { start: 100, end: 110 }, value: 1 }];
}

describe('C3: windows that fire together', () => {
  it.each(seeds)('go out as credit comes, in order, none lost: seed %i', async (seed) => {
    const sink: CreditSink<WindowResult<number, number>> = slowSink({
      bufferRecordsMax: 3,
      recordsPerTick: 2,
      tickMs: 10,
    });
    const { metrics } = await simulate(burstJob(200, sink), { seed, limits });
    expect(sink.written).toEqual(expectedBurst(200));
    expect(metrics.sinks['out']?.['heldMax']).toBe(3);
  });

  it.each(seeds)('never go out beyond credit: seed %i', async (seed) => {
    const seen: string[] = [];
    await simulate(burstJob(50, tellingSink(seen)), { seed, limits });
    expect(seen.filter((line) => line === 'exceeded')).toEqual([]);
    expect(seen).toHaveLength(101);
  });

  it('go through a channel with little room, and the watermark behind them', async () => {
    const out = collectSink<WindowResult<number, number>>();
    const readings = Array.from({ length: 300 }, (_, key) => ({ key, at: 1 }));
    const job = defineJob('two windows', (env) => {
      env
        .fromSource(fromArray<Reading>(readings), {
          uid: 'readings',
          watermarks: boundedOutOfOrderness(0, (r) => r.at),
        })
        .keyBy((r) => r.key)
        .window(tumbling(5))
        .aggregate(count, { uid: 'inner' })
        .keyBy(() => 0)
        .window(tumbling(5))
        .aggregate(count, { uid: 'outer' })
        .sinkTo(out, { uid: 'out' });
    });
    const { metrics } = await simulate(job, { limits: { ...limits, channelRecords: 4 } });
    // Had the watermark passed before the last inner result, the outer window would have dropped it.
    expect(out.values).toEqual([{ key: 0, window: { start: 0, end: 5 }, value: 300 }]);
    expect(metrics.operators['outer']?.['numLateRecordsDropped']).toBe(0);
  });
});

describe('C4: what a step emitted', () => {
  it('is with the sink when nothing is ready any more, before time passes', async () => {
    const arrivals: [number, number][] = [];
    let now = (): number => -1;
    const trickle = Array.from({ length: 20 }, (_, n) => [records(n), gap(1_000)]).flat();
    const job = defineJob('slow stream', (env) => {
      env
        .fromSource(scriptedSource(trickle), { uid: 'in' })
        .keyBy((n) => n % 2)
        .reduce((_, n) => n, { uid: 'last' })
        .map((n) => n)
        .sinkTo({ name: 'arrivals', each: (n) => arrivals.push([n, now()]) }, { uid: 'out' });
    });
    await simulate(job, { limits, during: ({ clock }) => (now = () => clock.now()) });
    expect(arrivals).toEqual(Array.from({ length: 20 }, (_, n) => [n, n * 1_000]));
  });
});

describe('C3: a fork', () => {
  it('gives every branch everything, in order, at the pace of the slowest', async () => {
    const fast = collectSink<number>();
    const slow = slowSink<number>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 1 });
    const job = defineJob('fork', (env) => {
      const numbers = env.fromSource(fromSequence(1, 100), { uid: 'in' });
      // Branches must not see each other's changes: a run has one owner.
      numbers.map((n) => n * 2).sinkTo(fast, { uid: 'fast' });
      numbers.map((n) => -n).sinkTo(slow, { uid: 'slow' });
    });
    await simulate(job, { limits, seed: 9 });
    const sequence = Array.from({ length: 100 }, (_, n) => n + 1);
    expect(fast.values).toEqual(sequence.map((n) => n * 2));
    expect(slow.written).toEqual(sequence.map((n) => -n));
  });
});

describe('B1: a sink that accepts nothing', () => {
  it('keeps what was read and what is held flat, over a million steps', async () => {
    const bufferRecordsMax = 5;
    const steps = 1_000_000;
    const samples: [number, number][] = [];
    const job = endlessJob(tickingStuckSink(bufferRecordsMax));
    const outcome = await simulate(job, {
      limits,
      seed: 4,
      turnsMax: steps / 2,
      stepsPerTurnMax: 64,
      traceLinesMax: 0,
      during: ({ handle, clock }) => {
        const sample = (): void => {
          samples.push(heldBy(handle));
          if (samples.length < 11) clock.after(steps / STEPS_PER_MAIL / MAILS_PER_MS / 10, sample);
          else void handle.stop();
        };
        clock.after(1, sample);
      },
    });
    expect(outcome.steps).toBeGreaterThanOrEqual(steps);
    // Two channels, and the sink's own buffer; nothing else may hold a record.
    const bound = 2 * limits.channelRecords + bufferRecordsMax;
    const [first] = samples;
    expect(first![0]).toBeLessThanOrEqual(bound);
    expect(first![1]).toBe(first![0]);
    expect(samples).toEqual(samples.map(() => first));
  });

  it('counts what filters drop and what state absorbs beside the bound', async () => {
    // Nothing of it needs room, so the source is read for ever: only a stop ends it.
    let read = 0;
    let stop = (): unknown => undefined;
    const job = defineJob('absorbed', (env) => {
      env
        .fromSource(
          endlessSource((n) => (++read === 5_000 ? stop() : 0, n)),
          {
            uid: 'in',
            watermarks: boundedOutOfOrderness(0, () => 1),
          },
        )
        .keyBy((n) => n % 10)
        .window(tumbling(1_000))
        .aggregate(count, { uid: 'count' })
        .sinkTo(tickingStuckSink(1), { uid: 'out' });
    });
    const { metrics } = await simulate(job, {
      limits,
      during: ({ handle }) => (stop = () => handle.stop()),
    });
    expect(metrics.sources['in']?.['numRecordsOut']).toBeGreaterThanOrEqual(5_000);
    expect(metrics.queued).toBeLessThanOrEqual(limits.channelRecords);
  });
});

function endlessJob(sink: Sink<unknown>): JobDefinition {
  const random = seededRandom(3);
  return defineJob('endless', (env) => {
    env
      .fromSource(
        endlessSource((n) => n),
        { uid: 'in' },
      )
      .map((n) => n + 1)
      .keyBy((n) => n % 7)
      .reduce((a, b) => a + b, { uid: 'sum' })
      .keyBy(() => Math.floor(random.next() * 3))
      .reduce((a, b) => a + b, { uid: 'again' })
      .sinkTo(sink, { uid: 'out' });
  });
}

/** Read from the source; held in channels and by the sink. */
function heldBy(handle: JobHandle): [number, number] {
  const { sources, sinks, queued } = handle.metrics();
  return [sources['in']!['numRecordsOut']!, queued + (sinks['out']!['held'] as number)];
}

const MAILS_PER_MS = 500;
/** Each mail makes a round of the three tasks. */
const STEPS_PER_MAIL = 3;

/** Never settles a record, and posts mail after mail, so that the job never rests. */
function tickingStuckSink(bufferRecordsMax: number): Sink<unknown> {
  return {
    name: 'ticking',
    createWriter: ({ clock, post }) => {
      let held = 0;
      let cancel = (): void => undefined;
      let mails = 0;
      const tick = (): void => {
        if (++mails % MAILS_PER_MS > 0) return void post({ name: 'mail', deliver: tick });
        cancel = clock.after(1, () => {
          post({ name: 'tick', deliver: tick });
        });
      };
      return {
        open: tick,
        credit: () => bufferRecordsMax - held,
        write: (run) => {
          if (run.length > bufferRecordsMax - held) throw new Error('B1: written beyond credit');
          held += run.length;
        },
        finish: () => undefined,
        finished: () => false,
        flush: () => undefined,
        settled: () => held === 0,
        close: () => (cancel(), Promise.resolve({ records: held, keys: [] })),
        metrics: () => ({ held }),
      } satisfies SinkWriter<unknown>;
    },
  };
}

/** Has credit for one record at a time, given by the clock, and says when it is given more. */
function tellingSink(seen: string[]): Sink<WindowResult<number, number>> {
  return {
    name: 'telling',
    createWriter: ({ clock, post }) => {
      let credit = 1;
      let finished = false;
      return {
        open: () => undefined,
        credit: () => credit,
        write: (run) => {
          seen.push(run.length > credit ? 'exceeded' : String(run.values[0]!.key));
          credit -= run.length;
          if (credit === 0) {
            clock.after(1, () => {
              post({ name: 'more', deliver: () => void (credit = 1) });
            });
          }
        },
        finish: () => void (finished = true),
        finished: () => finished,
        flush: () => undefined,
        settled: () => true,
        close: () => Promise.resolve({ records: 0, keys: [] }),
        metrics: () => ({}),
      };
    },
  };
}

/** A sink that answers these when it is asked for credit, one record for each, and then has room. */
function moodySink(written: number[], credits: readonly number[]): Sink<number> {
  const createWriter = (): SinkWriter<number> => ({
    open: () => undefined,
    credit: () => credits[written.length] ?? 100,
    write: ({ values, length }) => void written.push(...values.slice(0, length)),
    finish: () => undefined,
    finished: () => true,
    flush: () => undefined,
    settled: () => true,
    close: () => Promise.resolve({ records: 0, keys: [] }),
    metrics: () => ({}),
  });
  return { name: 'moody', createWriter };
}

const intoMoody = (written: number[], credits: readonly number[]): JobDefinition =>
  defineJob('moody', (env) => {
    env.fromSource(fromSequence(1, 9)).sinkTo(moodySink(written, credits), { uid: 'moody' });
  });

describe('C2: what a sink answers when it is asked for credit', () => {
  it('counts in whole records', async () => {
    const written: number[] = [];
    await simulate(intoMoody(written, [1.5, 2.9, 0, 1.1]), { limits });
    expect(written).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it.each([-1, 0.9, -Infinity])('%d is none: the source is not polled', async (credit) => {
    const written: number[] = [];
    const { metrics } = await simulate(intoMoody(written, [1, credit]), {
      limits,
      during: ({ handle, clock }) => void clock.after(5, () => void handle.stop()),
    });
    expect(written).toEqual([1]);
    expect(metrics.sources['sequence-0']).toMatchObject({ numRecordsOut: 1 });
  });

  it('that is no number fails the job by its name', async () => {
    const run = simulate(intoMoody([], [1, Number.NaN]), { limits });
    await expect(run).rejects.toThrow('moody answered NaN when asked for its credit');
  });
});
