/**
 * Owns: what the counters and gauges of a job look like to a caller.
 * Refuses: to count; `metrics-reporter.ts` gathers them from the parts of the job.
 */
import type { SinkMetrics } from '../model/sink.js';

/** Counters and gauges of a source or an operator, over all of its subtasks, by Flink's names. */
export type OperatorMetrics = Readonly<Record<string, number>>;

/** One subtask of a chain of operators: what it read, and what it did with its time. */
export interface TaskMetrics extends OperatorMetrics {
  readonly numRecordsIn: number;
  readonly numRecordsInPerSecond: number;
  /** Since it opened. The three add up to its age. */
  readonly busyTimeMs: number;
  readonly idleTimeMs: number;
  readonly backPressuredTimeMs: number;
  /** Of late. The three add up to 1,000. */
  readonly busyTimeMsPerSecond: number;
  readonly idleTimeMsPerSecond: number;
  readonly backPressuredTimeMsPerSecond: number;
  /** How often it went from working to waiting for credit. */
  readonly timesBlocked: number;
  /** Records that wait for it in channels. */
  readonly inputQueueLength: number;
}

/** Counters and gauges of a job; rates are over the last ten seconds or so. */
export interface JobMetrics {
  readonly job: string;
  readonly sources: Readonly<Record<string, OperatorMetrics>>;
  readonly operators: Readonly<Record<string, OperatorMetrics>>;
  readonly sinks: Readonly<Record<string, SinkMetrics>>;
  readonly tasks: Readonly<Record<string, TaskMetrics>>;
  /** Records between tasks now. */
  readonly queued: number;
}
