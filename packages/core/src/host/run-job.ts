/**
 * Owns: the door through which a described job begins to run in this process.
 * Refuses: process handlers and servers; an application wires those.
 */
import type { Clock, Random } from '../model/clock.js';
import type { JobDefinition } from '../model/graph.js';
import type { StateBackend } from '../model/state.js';
import type { Milliseconds } from '../model/time.js';
import { refuseUnknownOptions } from '../model/unknown-option.js';
import { compile } from '../plan/compile.js';
import { createExecution } from '../runtime/executor/execution.js';
import { Executor, type ExecutorPorts } from '../runtime/executor/executor.js';
import type { MailObserver, World } from '../runtime/executor/world.js';
import { stateCodec } from '../state/codec/state-codec.js';
import { heapState } from '../state/heap-state.js';
import type { Driver } from './driver.js';
import { eventLoop } from './event-loop.js';
import type { JobHandle } from './job-handle.js';
import { JOB_OPTIONS, limitsOf, type JobOptions } from './job-options.js';
import { JobRun } from './job-run.js';
import { realClock, realRandom } from './real-clock.js';

/** The world that a job runs in: production's, or a simulation's. */
export interface HostWorld {
  readonly clock: Clock;
  readonly random: Random;
  /** With so many key groups; by default as many as Flink has. */
  readonly state: (maxParallelism?: number) => StateBackend;
  readonly driver: Driver;
  /** A clock that only measures; in a simulation, virtual time. */
  readonly stopwatch: () => Milliseconds;
  /** In which order tasks step, and who is told. */
  readonly steps: Partial<Pick<ExecutorPorts, 'order' | 'observe'>>;
  readonly observeMail?: MailObserver;
}

const production: HostWorld = {
  clock: realClock,
  random: realRandom,
  state: heapState,
  driver: eventLoop,
  stopwatch: () => performance.now(),
  steps: {},
};

/**
 * Runs a job in this process. It resolves when the job has started; `handle.done` says how it ended.
 * Errors of the description and of the options reject here, errors of the run reject `done`.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromArray, runJob } from '@millrace/core';
 *
 * const job = defineJob('print', (env) => {
 *   env.fromSource(fromArray(['a', 'b']), { uid: 'letters' }).sinkTo(forEachSink((x) => console.log(x)), { uid: 'print' });
 * });
 * const handle = await runJob(job);
 * console.log((await handle.done).ended); // finished
 * ```
 */
export async function runJob(job: JobDefinition, options: JobOptions = {}): Promise<JobHandle> {
  refuseUnknownOptions('runJob', options, JOB_OPTIONS);
  return runJobIn(production, job, options);
}

/** Runs a job in a given world. It answers with a promise, since restoring state will take time. */
export async function runJobIn(
  host: HostWorld,
  job: JobDefinition,
  options: JobOptions = {},
): Promise<JobHandle> {
  const run = createRun(host, job, options);
  cancelOn(options.signal, run);
  run.start();
  return run;
}

function createRun(host: HostWorld, job: JobDefinition, options: JobOptions): JobRun {
  const { clock, random, driver, stopwatch } = host;
  const limits = limitsOf(options);
  const codec = stateCodec();
  // Mails may come before the run is there to be woken; its start wakes it anyway.
  const woken: { run?: JobRun } = {};
  const world: World = {
    clock,
    random,
    limits,
    codec,
    state: host.state(options.maxParallelism),
    wake: () => woken.run?.wake(),
    observeMail: host.observeMail,
    // Until there are checkpoints.
    snapshots: 'never',
    notify: (future) => woken.run?.onFuture(future),
  };
  const execution = createExecution(compile(job, options), world);
  const afterRound = (): void => execution.standstill?.afterRound();
  const executor = new Executor(execution.tasks, { ...host.steps, stopwatch, afterRound });
  const { closeMsMax } = limits;
  const { name } = job;
  const run = new JobRun({
    name,
    execution,
    executor,
    clock,
    codec,
    stopwatch,
    driver,
    closeMsMax,
  });
  woken.run = run;
  return run;
}

function cancelOn(signal: AbortSignal | undefined, run: JobRun): void {
  if (signal === undefined) return;
  const cancel = (): void => {
    void run.cancel();
  };
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  const forget = (): void => {
    signal.removeEventListener('abort', cancel);
  };
  // Not by `done`: a handler there would hide a failure that nobody else handles.
  run.events$.subscribe({ complete: forget });
}
