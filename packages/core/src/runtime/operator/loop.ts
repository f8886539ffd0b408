/**
 * Owns: the contract of a fused loop, generated or interpreted.
 * Refuses: to be one.
 */
import type { Run } from '../../model/run.js';
import type { Timestamp } from '../../model/time.js';
import type { FusedStep } from '../../plan/job-plan.js';
import type { RecordAtHand } from './record-errors.js';

/**
 * Runs the steps over the run in place, keeps what the filters keep, and answers the greatest
 * timestamp that the loop has given to a record (`MIN_TIMESTAMP` when it gave none), of those that
 * are not beyond `timestampMax`.
 */
export type FusedLoop = (run: Run<unknown>, timestampMax?: Timestamp) => Timestamp;

/** What a loop calls when step `at` threw, or gave a timestamp that is none or from the future. */
export interface LoopFailures {
  /** In a loop of which no step is tolerant; the record is told as the loop was given it. */
  readonly thrown: (cause: unknown, at: number, record: unknown) => never;
  /**
   * In a loop with tolerant steps: throws if this step is not one of them; otherwise the loop goes on
   * behind the record, which is told as the step was given it.
   */
  readonly failed: (cause: unknown, at: number, record: RecordAtHand) => void;
  /** It lies beyond the `timestampMax` of the call. */
  readonly fromFuture: (timestamp: Timestamp) => void;
  readonly badTimestamp: (timestamp: unknown, at: number) => never;
}

/** True where a record may fail without the job. */
export function isTolerant(steps: readonly FusedStep[]): boolean {
  return steps.some(({ onError }) => onError !== 'fail');
}

/** The user's function of a step; that of a strategy may be a method. */
export function functionOf(step: FusedStep): (value: unknown, timestamp: number) => unknown {
  switch (step.kind) {
    case 'timestamps':
      return (value) => step.strategy.timestampOf(value);
    case 'map':
      return step.map;
    case 'filter':
      return step.filter;
    case 'for-each':
      return step.each;
  }
}
