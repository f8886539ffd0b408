/**
 * Owns: what a caller holds of a job that runs.
 * Refuses: to keep the process alive, and to know other jobs.
 */
import type { Observable } from 'rxjs';
import type { Unwritten } from '../model/sink.js';
import type { Milliseconds, Timestamp } from '../model/time.js';
import type { JobHealth } from './job-health.js';
import type { KeyedStateView } from './state-of-job.js';
import type { JobMetrics } from './job-metrics.js';
import type { JobEnding, JobStatus } from './job-status.js';

/** How a job ended that did not fail. */
export interface JobResult {
  readonly ended: Exclude<JobEnding, 'failed'>;
  /** What each sink had accepted and not written; empty after `finished` (N2). */
  readonly unwritten: ReadonlyMap<string, Unwritten>;
  /** Records that were read and had not reached a sink or state: they lay in channels. */
  readonly queued: number;
}

/** What an onlooker hears. */
export type JobNotice =
  | { readonly kind: 'status'; readonly status: JobStatus; readonly at: Timestamp }
  | { readonly kind: 'failure'; readonly error: unknown; readonly at: Timestamp }
  | {
      readonly kind: 'unwritten';
      readonly sink: string;
      readonly unwritten: Unwritten;
      readonly at: Timestamp;
    }
  /** So far ahead of the clock that it does not move time: the first that a subtask of the source reads. */
  | {
      readonly kind: 'future-timestamp';
      readonly source: string;
      readonly split: string;
      readonly timestamp: Timestamp;
      readonly aheadMs: Milliseconds;
      readonly at: Timestamp;
    };

/** How to end a job before its input does. */
export interface StopOptions {
  /** Lets what was read flow to its end: windows fire, sinks flush. Default: false. */
  readonly drain?: boolean;
  /** How long draining may take; what is left then is reported. Default: as long as it takes. */
  readonly within?: Milliseconds;
}

/**
 * A job that runs, for whoever started it.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromSequence, runJob, seconds } from '@millrace/core';
 *
 * const job = defineJob('count', (env) => {
 *   env.fromSource(fromSequence(1, 1_000_000), { uid: 'n' }).sinkTo(forEachSink(() => undefined), { uid: 'out' });
 * });
 * const handle = await runJob(job);
 * handle.events$.subscribe((notice) => console.log(notice.kind));
 * const { ended, unwritten } = await handle.stop({ drain: true, within: seconds(25) });
 * console.log(ended, unwritten.size, handle.metrics().sources);
 * ```
 */
export interface JobHandle extends AsyncDisposable {
  readonly name: string;
  readonly status: JobStatus;
  /** Notices of the job, from now on; completes when the job has ended. */
  readonly events$: Observable<JobNotice>;
  /**
   * Resolves with how the job ended, once sources and sinks have let go. Rejects with the first
   * cause when it failed; what was unwritten then is in `unwritten()`.
   */
  readonly done: Promise<JobResult>;
  /**
   * The state of an operator by its uid, as it is between two steps: what a process function declared under
   * the name, `reduced` of a `reduce`, `aggregate` of an `aggregate`. Throws when there is no such state,
   * and when the job has ended.
   */
  state(uid: string, name: string): KeyedStateView;
  metrics(): JobMetrics;
  /** Which operator or sink the others wait for now, in a sentence. */
  explainBackpressure(): string;
  /** What to answer to a readiness or liveness check. */
  health(): JobHealth;
  /** What sinks had accepted and not written when the job ended, by sink. */
  unwritten(): ReadonlyMap<string, Unwritten>;
  /**
   * Ends the job. Without `drain` nothing more is written, and waits are cut short; what was
   * accepted and not written is in the result.
   */
  stop(options?: StopOptions): Promise<JobResult>;
  /** Ends the job at once. */
  cancel(): Promise<JobResult>;
}
