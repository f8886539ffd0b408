/** What a caller sees of a job's work: counters, rates, times that add up, and the bottleneck. */
import {
  endlessSource,
  gap,
  records,
  scriptedSource,
  seededRandom,
  silence,
  simulate,
  slowSink,
  VirtualClock,
} from '@millrace/testing';
import {
  boundedOutOfOrderness,
  DEFAULT_LIMITS,
  defineJob,
  forEachSink,
  seconds,
  tumbling,
  type JobHandle,
  type JobDefinition,
  type JobMetrics,
  type Sink,
} from '../index.js';
import { compile } from '../plan/compile.js';
import { createExecution } from '../runtime/executor/execution.js';
import { Executor } from '../runtime/executor/executor.js';
import { TaskTimes } from '../runtime/task/task-times.js';
import { byName } from './metric-sums.js';
import { MetricsReporter } from './metrics-reporter.js';
import { RateWindow } from './rate-window.js';
import { stateCodec } from '../state/codec/state-codec.js';
import { heapState } from '../state/heap-state.js';

/** Looks at a job at a certain virtual time, and cancels it. */
async function lookAt<R>(job: JobDefinition, at: number, look: (h: JobHandle) => R): Promise<R> {
  const seen: R[] = [];
  await simulate(job, {
    limits: { channelRecords: 16, runRecordsMax: 8 },
    during: ({ handle, clock }) => {
      clock.after(at, () => {
        seen.push(look(handle));
        void handle.cancel();
      });
    },
  });
  return seen[0]!;
}

/** Two seconds of silence, then more than a sink that writes ten a second can take. */
const throttled = defineJob('throttled', (env) => {
  const script = [gap(seconds(2)), records(...Array.from({ length: 1_000 }, (_, n) => n)), silence];
  env
    .fromSource(scriptedSource(script), { uid: 'in' })
    .map((n) => n, { uid: 'map' })
    .keyBy((n) => n % 2)
    .reduce((a, b) => a + b, { uid: 'sums' })
    .sinkTo(slowSink({ bufferRecordsMax: 20, recordsPerTick: 1, tickMs: 100 }), { uid: 'out' });
});

describe('times of a task', () => {
  it('add up to its age, and per second to a second', async () => {
    const { tasks } = await lookAt(throttled, seconds(30), (handle) => handle.metrics());
    expect(Object.keys(tasks)).toEqual(['in -> map', 'sums -> out']);
    for (const task of Object.values(tasks)) {
      expect(task.busyTimeMs + task.idleTimeMs + task.backPressuredTimeMs).toBe(seconds(30));
      const { busyTimeMsPerSecond, idleTimeMsPerSecond, backPressuredTimeMsPerSecond } = task;
      expect(busyTimeMsPerSecond + idleTimeMsPerSecond + backPressuredTimeMsPerSecond).toBe(1_000);
    }
  });

  it('say who waited for input and who for credit', async () => {
    const { tasks } = await lookAt(throttled, seconds(30), (handle) => handle.metrics());
    expect(tasks['in -> map']).toMatchObject({
      idleTimeMs: seconds(2),
      backPressuredTimeMs: seconds(28),
      backPressuredTimeMsPerSecond: 1_000,
      inputQueueLength: 0,
    });
    expect(tasks['sums -> out']!.inputQueueLength).toBeGreaterThan(0);
  });

  it('count what happens within a step as busy', () => {
    const times = new TaskTimes();
    times.turnTo('idleTimeMs', 0);
    times.turnTo('busyTimeMs', 10);
    times.turnTo('backPressuredTimeMs', 13);
    expect(times.until(20)).toEqual({ busyTimeMs: 3, idleTimeMs: 10, backPressuredTimeMs: 7 });
  });
});

describe('rates', () => {
  it('are those of the last ten seconds', async () => {
    const metrics = await lookAt(throttled, seconds(30), (handle) => handle.metrics());
    expect(metrics.operators['sums']!['numRecordsInPerSecond']).toBeCloseTo(10, 0);
    expect(metrics.sources['in']!['numRecordsOutPerSecond']).toBeCloseTo(10, 0);
  });

  it('fall when nothing comes, without a sample', () => {
    const window = new RateWindow();
    window.sample({ numRecordsIn: 0, other: 5 }, 0);
    window.sample({ numRecordsIn: 100, other: 5 }, 1_000);
    const at = (now: number): unknown => window.withRates({ numRecordsIn: 100, other: 5 }, now);
    expect(at(2_000)).toEqual({ numRecordsIn: 100, numRecordsInPerSecond: 50, other: 5 });
    expect(at(10_000)).toMatchObject({ numRecordsInPerSecond: 10 });
    expect(at(11_000)).toMatchObject({ numRecordsInPerSecond: 0 });
  });

  it('keep no more samples than the window needs', () => {
    const window = new RateWindow();
    for (let at = 0; at <= 100_000; at += 1_000) window.sample({ numRecordsIn: at }, at);
    expect(window.withRates({ numRecordsIn: 101_000 }, 101_000)).toMatchObject({
      numRecordsInPerSecond: 1_000,
    });
    expect(window.size()).toBeLessThanOrEqual(12);
  });
});

describe('metrics', () => {
  it('carry the name of the job, records in and out, watermarks, late records, what is buffered', async () => {
    const job = defineJob('windows', (env) => {
      env
        .fromSource(scriptedSource([records(5, 25, 7), silence]), {
          uid: 'in',
          watermarks: boundedOutOfOrderness<number>(0, (n) => n),
        })
        .keyBy(() => 'all')
        .window(tumbling(10))
        .aggregate(
          { createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n },
          { uid: 'count' },
        )
        .sinkTo(slowSink({ bufferRecordsMax: 5, recordsPerTick: 0, tickMs: 1 }), { uid: 'out' });
    });
    const metrics: JobMetrics = await lookAt(job, 100, (handle) => handle.metrics());
    expect(metrics.job).toBe('windows');
    expect(metrics.sources['in']).toMatchObject({ numRecordsOut: 3, numRecordsInErrors: 0 });
    expect(metrics.operators['count']).toMatchObject({
      numRecordsIn: 3,
      numRecordsOut: 1,
      numLateRecordsDropped: 0,
      currentInputWatermark: 24,
    });
    expect(metrics.sinks['out']).toMatchObject({ numRecordsIn: 1, held: 1 });
    expect(metrics.queued).toBe(0);
  });

  it('of several subtasks are added up, and their watermark is that of the slowest', () => {
    const sums = byName([
      ['a', { numRecordsIn: 1, currentInputWatermark: 5, state: 'open', visited: ['open'] }],
      ['b', { numRecordsIn: 9 }],
      ['a', { numRecordsIn: 2, currentInputWatermark: 3, state: 'throttled', visited: ['open'] }],
    ]);
    expect(sums).toEqual({
      a: {
        numRecordsIn: 3,
        currentInputWatermark: 3,
        state: ['open', 'throttled'],
        visited: ['open'],
      },
      b: { numRecordsIn: 9 },
    });
  });
});

/** A job whose turns and stopwatch are the test's. */
function inHand(
  job: JobDefinition,
  stopwatch: () => number,
): { reporter: MetricsReporter; turns: (steps: number) => void } {
  const execution = createExecution(compile(job), {
    clock: new VirtualClock(),
    random: seededRandom(1),
    state: heapState(),
    limits: { ...DEFAULT_LIMITS, channelRecords: 16, runRecordsMax: 8 },
    wake: () => undefined,
    codec: stateCodec(),
    observeMail: undefined,
  });
  for (const task of execution.tasks) task.open();
  const reporter = new MetricsReporter({ job: job.name, execution, stopwatch });
  const executor = new Executor(execution.tasks, { stopwatch });
  const turns = (steps: number): void => {
    for (let step = 0; step < steps; step++) {
      reporter.sample();
      executor.turn({ spent: () => true });
    }
  };
  return { reporter, turns };
}

/** Takes eight records, and then none for twenty milliseconds. */
function restingSink(now: () => number): Sink<number> {
  let until = 0;
  const write = (): void => {
    until = now() + 20;
  };
  return {
    name: 'resting',
    createWriter: () => ({
      open: () => undefined,
      credit: () => (now() >= until ? 8 : 0),
      write,
      flush: () => undefined,
      settled: () => true,
      finish: () => undefined,
      finished: () => true,
      close: () => Promise.resolve({ records: 0, keys: [] }),
      metrics: () => ({}),
    }),
  };
}

describe('explainBackpressure', () => {
  it('names the sink where the last task waits for it, and who waits behind', async () => {
    const sentence = await lookAt(throttled, seconds(30), (handle) => handle.explainBackpressure());
    expect(sentence).toBe(
      'The bottleneck is the sink out: it accepts no more. Waiting behind it: sums -> out 100 %, in -> map 100 % of the time.',
    );
  });

  it('names the busy task below the last that waits', () => {
    // A world in which one function takes time: the stopwatch moves when it is called.
    let now = 0;
    const job = defineJob('slow map', (env) => {
      env
        .fromSource(
          endlessSource((n) => n),
          { uid: 'in' },
        )
        .keyBy((n) => n)
        .reduce((a) => a, { uid: 'slow' })
        .map((n) => ((now += 1), n), { uid: 'work' })
        .sinkTo(forEachSink(() => undefined));
    });
    const { reporter, turns } = inHand(job, () => now);
    turns(2_000);
    expect(reporter.explainBackpressure()).toMatch(
      /^The bottleneck is slow -> work -> for-each-3: it is busy (9\d|100) % of the time and has \d+ records waiting\. Waiting behind it: in [1-9]\d % of the time\.$/,
    );
  });

  it('names the full branch of a fork, wherever it stands, and not the sink of the other', () => {
    let now = 0;
    const job = defineJob('fork', (env) => {
      const numbers = env.fromSource(
        endlessSource((n) => n),
        { uid: 'in' },
      );
      // Busy, and the first of the branches; the other waits for its sink a little now and then.
      numbers
        .filter(() => ((now += 5), false), { uid: 'slow' })
        .sinkTo(forEachSink(() => undefined));
      numbers.sinkTo(
        restingSink(() => now),
        { uid: 'resting' },
      );
    });
    const { reporter, turns } = inHand(job, () => now);
    turns(2_000);
    const waits = reporter.metrics().tasks['resting']!.backPressuredTimeMsPerSecond;
    expect(waits).toBeGreaterThan(100);
    expect(reporter.explainBackpressure()).toMatch(
      /^The bottleneck is slow -> for-each-2: it is busy .* Waiting behind it: in \d+ % of the time\.$/,
    );
  });

  it('names of two that do not meet the one that is waited for most, with those behind it', async () => {
    const stuck = defineJob('two', (env) => {
      const flood = scriptedSource([records(...Array.from({ length: 100 }, (_, n) => n)), silence]);
      const drops = Array.from({ length: 40 }, () => [gap(seconds(1)), records(1, 2, 3)]).flat();
      env
        .fromSource(flood, { uid: 'flood' })
        .keyBy((n) => n)
        .reduce((a) => a, { uid: 'sums' })
        .sinkTo(slowSink({ bufferRecordsMax: 5, recordsPerTick: 0, tickMs: 1 }), { uid: 'stuck' });
      env
        .fromSource(scriptedSource(drops), { uid: 'drops' })
        .sinkTo(slowSink({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 200 }), { uid: 'slow' });
    });
    const { sentence, waits } = await lookAt(stuck, seconds(30), (handle) => ({
      sentence: handle.explainBackpressure(),
      waits: handle.metrics().tasks['drops -> slow']!.backPressuredTimeMsPerSecond,
    }));
    expect(waits).toBeGreaterThan(100);
    expect(sentence).toBe(
      'The bottleneck is the sink stuck: it accepts no more. Waiting behind it: sums -> stuck 100 %, flood 100 % of the time.',
    );
  });

  it('says so where nobody waits, and when the job has ended', async () => {
    const job = defineJob('calm', (env) => {
      env
        .fromSource(scriptedSource([records(1), silence]), { uid: 'in' })
        .sinkTo(forEachSink(() => undefined));
    });
    const handles: JobHandle[] = [];
    const sentence = await lookAt(job, seconds(5), (handle) => {
      handles.push(handle);
      return handle.explainBackpressure();
    });
    expect(sentence).toBe(
      'No task waits for another; the busiest is in -> for-each-1, with 0 % of its time.',
    );
    expect(handles[0]!.explainBackpressure()).toBe('The job has ended: it is cancelled.');
  });
});
