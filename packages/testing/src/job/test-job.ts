/**
 * Owns: a whole job under a virtual clock, moved by a test: it pushes records, lets time pass, and reads
 *     what came out.
 * Refuses: to let time pass by itself, but for the end of the input.
 *
 * E3. The clock goes from due time to due time, and promises settle between. Who waits for a job that
 *     waits for time is told so at once.
 */
import {
  MillraceError,
  type JobDefinition,
  type JobHandle,
  type JobMetrics,
  type JobOptions,
  type JobResult,
  type Milliseconds,
  type Timestamp,
} from '@millrace/core';
import { refuseUnknownOptions, type OptionNames } from '@millrace/core/connector';
import { JOB_OPTIONS, runJobIn } from '@millrace/core/internal';
import type { CollectSink } from '../collect-sink.js';
import { RecordedState, type StateView } from '../recorded-state.js';
import { SeededDriver } from '../seeded-driver.js';
import { seededRandom } from '../seeded-random.js';
import { VirtualClock } from '../virtual-clock.js';
import type { PushedSource } from './pushed-source.js';
import { endUnknown, replaceEnds, type Kept, type ReplacedJob } from './replaced-job.js';
import { whatWaits } from './what-waits.js';

export interface TestJobOptions extends JobOptions {
  /** The sources that read what they would read in production. Default: none, the test pushes. */
  readonly keepSources?: Kept;
  /** The sinks that write where they would write in production. Default: none, the test reads. */
  readonly keepSinks?: Kept;
  /** Decides the order of tasks, the length of turns and the job's own chance. Default: 1. */
  readonly seed?: number;
  /** Processing time when the job starts. Default: 0. */
  readonly startAt?: Timestamp;
}

const TEST_JOB_OPTIONS: OptionNames<TestJobOptions> = {
  ...JOB_OPTIONS,
  keepSources: true,
  keepSinks: true,
  seed: true,
  startAt: true,
};

/** The longest turn, in steps; and how many turns a test may take. */
const STEPS_PER_TURN_MAX = 8;
const TURNS_MAX = 1_000_000;

type Outcome =
  | { readonly is: 'running' }
  | { readonly is: 'ended'; readonly result: JobResult }
  | { readonly is: 'failed'; readonly cause: unknown };

interface JobTestParts extends ReplacedJob {
  readonly clock: VirtualClock;
  readonly driver: SeededDriver;
  readonly handle: JobHandle;
  readonly state: RecordedState;
}

/** A job that runs as far as its test lets it. */
export class JobTest {
  readonly clock: VirtualClock;
  readonly handle: JobHandle;
  readonly #parts: JobTestParts;
  #outcome: Outcome = { is: 'running' };

  constructor(parts: JobTestParts) {
    this.#parts = parts;
    this.clock = parts.clock;
    this.handle = parts.handle;
    this.handle.done.then(
      (result) => {
        this.#outcome = { is: 'ended', result };
      },
      (cause: unknown) => {
        this.#outcome = { is: 'failed', cause };
      },
    );
  }

  /** Where the test pushes, in place of the source with this uid. */
  source<T>(uid: string): PushedSource<T> {
    const source = this.#parts.sources.get(uid);
    if (source === undefined) throw endUnknown('source', uid, this.#parts.sources.keys());
    return source;
  }

  /** What the sink with this uid has been given so far. */
  sink<T>(uid: string): Pick<CollectSink<T>, 'values' | 'timestamps'> {
    const sink = this.#parts.sinks.get(uid);
    if (sink === undefined) throw endUnknown('sink', uid, this.#parts.sinks.keys());
    return sink as Pick<CollectSink<T>, 'values' | 'timestamps'>;
  }

  /** Lets the job do what it can without the passing of time. Rejects when the job has failed. */
  async settle(): Promise<void> {
    await this.#parts.driver.settle();
    this.#throwIfFailed();
  }

  /** Lets so much time pass, from one due time to the next. Rejects when the job has failed. */
  advanceTime(durationMs: Milliseconds): Promise<void> {
    return this.advanceTo(this.clock.now() + durationMs);
  }

  /** Lets time pass until then. */
  async advanceTo(time: Timestamp): Promise<void> {
    await this.#parts.driver.advanceTo(time);
    this.#throwIfFailed();
  }

  /** How far event time has come at an operator or sink: its watermark, of all its subtasks. */
  watermark(uid: string): Timestamp {
    const { operators, sinks } = this.metrics();
    const metrics = operators[uid] ?? sinks[uid];
    const watermark = metrics?.['currentInputWatermark'] ?? metrics?.['currentOutputWatermark'];
    if (typeof watermark === 'number') return watermark;
    throw endUnknown('watermark of', uid, Object.keys({ ...operators, ...sinks }));
  }

  /** A state of the operator with this uid, by key. */
  state(uid: string, name: string): StateView {
    return this.#parts.state.view(uid, name);
  }

  metrics(): JobMetrics {
    return this.handle.metrics();
  }

  /**
   * How the job ended. It moves the job as far as it comes without time; where the job then waits, this
   * rejects with what it waits for.
   */
  get done(): Promise<JobResult> {
    return this.#done();
  }

  /** Ends all input, and lets as much time pass as the job needs to come to its end. */
  async end(): Promise<JobResult> {
    for (const source of this.#parts.sources.values()) source.end();
    if (this.#readsForEver()) void this.handle.stop({ drain: true }).catch(() => undefined);
    return this.#driven();
  }

  /** Stops the job as it is; what its sinks hold stays unwritten. */
  async stop(): Promise<JobResult> {
    void this.handle.stop().catch(() => undefined);
    return this.#driven();
  }

  async #done(): Promise<JobResult> {
    await this.settle();
    if (this.#outcome.is === 'ended') return this.#outcome.result;
    throw standsStill(whatWaits(this.#parts));
  }

  async #driven(): Promise<JobResult> {
    await this.#parts.driver.drive(() => this.#outcome.is !== 'running');
    this.#throwIfFailed();
    return this.handle.done;
  }

  #readsForEver(): boolean {
    const { job, sources } = this.#parts;
    return job.nodes.some(
      ({ spec, uid }) =>
        spec.kind === 'source' &&
        spec.source.boundedness === 'unbounded' &&
        !sources.has(uid ?? spec.source.name),
    );
  }

  #throwIfFailed(): void {
    if (this.#outcome.is === 'failed') throw this.#outcome.cause;
  }
}

/**
 * Runs a job for a test: the test pushes what its sources would read, lets time pass, and reads what
 * its sinks would write.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, seconds, tumbling } from '@millrace/core';
 * import { testJob } from '@millrace/testing';
 *
 * interface Visit { readonly page: string; readonly at: number }
 * const visits = defineJob('visits', (env) => {
 *   env
 *     .fromSource(fromArray<Visit>([]), { uid: 'visits', watermarks: boundedOutOfOrderness(0, (v) => v.at) })
 *     .keyBy((visit) => visit.page)
 *     .window(tumbling(seconds(10)))
 *     .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n }, { uid: 'count' })
 *     .sinkTo(forEachSink((count) => console.log(count)), { uid: 'counts' });
 * });
 *
 * const test = await testJob(visits);
 * test.source<Visit>('visits').push({ page: '/', at: 1 }, { page: '/', at: 2 });
 * await test.settle();
 * assert.deepEqual(test.sink('counts').values, []);
 * test.source<Visit>('visits').push({ page: '/about', at: 10_001 });
 * await test.settle();
 * assert.deepEqual(test.sink<{ value: number }>('counts').values.map((count) => count.value), [2]);
 * await test.end();
 * ```
 */
export async function testJob(job: JobDefinition, options: TestJobOptions = {}): Promise<JobTest> {
  refuseUnknownOptions('testJob', options, TEST_JOB_OPTIONS);
  const { keepSources = [], keepSinks = [], seed = 1, startAt = 0, ...ofJob } = options;
  const replaced = replaceEnds(job, { sources: keepSources, sinks: keepSinks });
  const clock = new VirtualClock(startAt);
  const driver = new SeededDriver({
    clock,
    random: seededRandom(seed),
    stepsPerTurnMax: STEPS_PER_TURN_MAX,
    turnsMax: TURNS_MAX,
  });
  const state = new RecordedState(options.maxParallelism);
  const world = {
    clock,
    random: seededRandom(~seed),
    state: () => state,
    driver,
    stopwatch: () => clock.now(),
    steps: { order: driver.order },
  };
  const handle = await runJobIn(world, replaced.job, ofJob);
  const test = new JobTest({ ...replaced, clock, driver, handle, state });
  await test.settle();
  return test;
}

function standsStill(waiting: string): MillraceError {
  const sentence = `The job has not ended and nobody moves it: ${waiting}. Advance time, push, or end() the input.`;
  return new MillraceError('JOB_STANDS', sentence);
}
