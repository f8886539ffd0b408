/**
 * Owns: one run of a job: its machine, its turns, its end.
 * Refuses: to act on a command in the middle of a step; commands wait for the next turn (E2).
 *
 * N2. What was accepted and not written is reported, however the job ends. E6. The first cause of a
 *     failure is the reported one.
 */
import type { Observable } from 'rxjs';
import type { Clock } from '../model/clock.js';
import type { Codec } from '../model/codec.js';
import { MillraceError, messageOf } from '../model/error.js';
import type { Unwritten } from '../model/sink.js';
import type { Milliseconds } from '../model/time.js';
import type { Execution } from '../runtime/executor/execution.js';
import type { Executor, StepBudget, TurnOutcome } from '../runtime/executor/executor.js';
import type { FutureTimestamp } from '../runtime/source/future-guard.js';
import type { Drivable, Driver } from './driver.js';
import type { JobHandle, JobNotice, JobResult, StopOptions } from './job-handle.js';
import { jobMachine, type JobMachine } from './job-machine.js';
import { healthOf, type JobHealth } from './job-health.js';
import type { JobMetrics } from './job-metrics.js';
import { JobNotices } from './job-notices.js';
import { MetricsReporter } from './metrics-reporter.js';
import type { JobEnding, JobEvent, JobStatus } from './job-status.js';
import { letGo, type LetGo } from './let-go.js';
import { stateOfJob, type KeyedStateView } from './state-of-job.js';

export interface JobRunParts {
  readonly name: string;
  readonly execution: Execution;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly stopwatch: () => Milliseconds;
  readonly driver: Driver;
  readonly closeMsMax: Milliseconds;
}

/** Whether tasks still step. A handle that is kept holds no state: at last only figures are left. */
type Stage =
  | {
      readonly is: 'stepping';
      readonly execution: Execution;
      readonly executor: Executor;
      readonly reporter: MetricsReporter;
    }
  | { readonly is: 'closing'; readonly reporter: MetricsReporter }
  | { readonly is: 'over'; readonly metrics: JobMetrics };

export class JobRun implements JobHandle, Drivable {
  readonly name: string;
  readonly done: Promise<JobResult>;
  readonly #parts: Omit<JobRunParts, 'execution' | 'executor'>;
  readonly #machine: JobMachine;
  readonly #notices: JobNotices;
  readonly #unwritten = new Map<string, Unwritten>();
  readonly #commands: JobEvent[] = [];
  #stage: Stage;
  #failure: { readonly cause: unknown } | undefined;
  #settle!: { resolve: (result: JobResult) => void; reject: (cause: unknown) => void };
  #cancelDeadline: () => void = () => undefined;

  constructor({ execution, executor, ...parts }: JobRunParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.#notices = new JobNotices(parts.name);
    const { name: job, stopwatch } = parts;
    const reporter = new MetricsReporter({ job, execution, stopwatch });
    this.#stage = { is: 'stepping', execution, executor, reporter };
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#machine = jobMachine({
      open: () => {
        this.#open();
      },
      drain: () => {
        this.#drain();
      },
      close: () => {
        this.#close();
      },
      entered: (status, ending) => {
        this.#entered(status, ending);
      },
    });
  }

  get status(): JobStatus {
    return this.#machine.status();
  }

  get events$(): Observable<JobNotice> {
    return this.#notices.asObservable();
  }

  start(): void {
    this.#command({ type: 'START' });
  }

  state(uid: string, name: string): KeyedStateView {
    const { codec } = this.#parts;
    return stateOfJob({ execution: () => this.#running(), codec }, { uid, name });
  }

  metrics(): JobMetrics {
    return this.#stage.is === 'over' ? this.#stage.metrics : this.#stage.reporter.metrics();
  }

  explainBackpressure(): string {
    if (this.#stage.is !== 'over') return this.#stage.reporter.explainBackpressure();
    return `The job has ended: it is ${this.status}.`;
  }

  health(): JobHealth {
    const failure = this.#failure && messageOf(this.#failure.cause);
    return healthOf({ status: this.status, failure, sinks: () => this.metrics().sinks });
  }

  unwritten(): ReadonlyMap<string, Unwritten> {
    return this.#unwritten;
  }

  stop({ drain = false, within }: StopOptions = {}): Promise<JobResult> {
    this.#command({ type: drain ? 'DRAIN' : 'STOP' });
    // A job that has ended is not waited for, and must not keep the process alive.
    if (drain && within !== undefined && this.#stage.is === 'stepping') {
      this.#cancelDeadline();
      this.#cancelDeadline = this.#parts.clock.after(within, () => {
        this.#command({ type: 'DEADLINE' });
      });
    }
    return this.done;
  }

  cancel(): Promise<JobResult> {
    this.#command({ type: 'CANCEL' });
    return this.done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A failure is reported by `done`, which the caller holds; disposing is not asked about it.
    await this.stop().catch(() => undefined);
  }

  wake(): void {
    this.#parts.driver.wake(this);
  }

  onFuture(future: FutureTimestamp): void {
    this.#notices.next({ kind: 'future-timestamp', ...future, at: this.#parts.clock.now() });
  }

  turn(budget: StepBudget): TurnOutcome {
    this.#obey();
    if (this.#stage.is !== 'stepping' || this.status === 'created') return 'waiting';
    const { executor, reporter } = this.#stage;
    try {
      reporter.sample();
      const outcome = executor.turn(budget);
      if (outcome === 'done') this.#machine.send({ type: 'ALL_DONE' });
      return outcome;
    } catch (cause) {
      this.#fail(cause);
      return 'done';
    }
  }

  #running(): Execution {
    if (this.#stage.is === 'stepping') return this.#stage.execution;
    const sentence = `job ${this.name} has ended, and its state has gone with it; read it while the job runs, or write it to a sink`;
    throw new MillraceError('STATE_GONE', sentence);
  }

  #command(event: JobEvent): void {
    this.#commands.push(event);
    this.wake();
  }

  #obey(): void {
    // Also those that come meanwhile: when opening fails, nothing may step after it.
    for (let command; (command = this.#commands.shift()) !== undefined;) {
      this.#machine.send(command);
    }
  }

  #open(): void {
    if (this.#stage.is !== 'stepping') return;
    try {
      // The plan's tasks stand in the order of the flow: sinks first, sources last.
      for (const task of this.#stage.execution.tasks.toReversed()) task.open();
    } catch (cause) {
      // The machine is in the middle of a transition: the failure is its next event.
      this.#note(cause);
      this.#command({ type: 'FAIL' });
    }
  }

  #drain(): void {
    if (this.#stage.is !== 'stepping') return;
    for (const source of this.#stage.execution.sources) source.endInput();
  }

  #fail(cause: unknown): void {
    this.#note(cause);
    this.#machine.send({ type: 'FAIL' });
  }

  /** The first cause is the one that is told. */
  #note(cause: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { cause };
    this.#notices.next({ kind: 'failure', error: cause, at: this.#parts.clock.now() });
  }

  #close(): void {
    if (this.#stage.is !== 'stepping') return;
    const { execution, reporter } = this.#stage;
    this.#stage = { is: 'closing', reporter };
    this.#cancelDeadline();
    const { clock, closeMsMax } = this.#parts;
    void letGo(execution, { clock, closeMsMax }).then((left) => {
      this.#closed(left);
    });
  }

  #closed({ unwritten, failure }: LetGo): void {
    const at = this.#parts.clock.now();
    for (const [sink, left] of unwritten) {
      this.#unwritten.set(sink, left);
      this.#notices.next({ kind: 'unwritten', sink, unwritten: left, at });
    }
    if (failure !== undefined) this.#fail(failure.cause);
    this.#machine.send({ type: 'CLOSED' });
  }

  #entered(status: JobStatus, ending: JobEnding): void {
    this.#notices.next({ kind: 'status', status, at: this.#parts.clock.now() });
    if (status !== ending) return;
    this.#notices.complete();
    const metrics = this.metrics();
    this.#stage = { is: 'over', metrics };
    if (ending === 'failed') this.#settle.reject(this.#failure?.cause);
    else
      this.#settle.resolve({ ended: ending, unwritten: this.#unwritten, queued: metrics.queued });
  }
}
