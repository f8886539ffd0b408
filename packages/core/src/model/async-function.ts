/**
 * Owns: what `asyncMap` calls: a function of the user's that may answer later, and when it is called again.
 * Refuses: defaults; the door that users come in by has them (`api/async-options.ts`).
 */
import type { Milliseconds } from './time.js';

/** What a call is told besides its record. */
export interface AsyncCallContext {
  /** Fires when nobody waits for the call any more: it took too long, or the job has ended. */
  readonly signal: AbortSignal;
  /** 1 for the first call with a record, 2 for the next, and so on. */
  readonly attempt: number;
}

/** Answers a record, now or later. */
export type AsyncFunction<T, R> = (value: T, context: AsyncCallContext) => PromiseLike<R> | R;

/**
 * In which order results leave: that of the input; any (`none`), but never across a watermark; or the
 * order of each key, where one call at a time is made for a key.
 */
export type AsyncOrder = 'input' | 'none' | 'key';

/** When and how often a function is called again with a record. */
export interface AsyncRetry {
  /** How often it is called at most, the first time included. */
  readonly attemptsMax: number;
  /** The wait before the second call; it grows by the factor up to the greatest. */
  readonly backoffMsMin: Milliseconds;
  readonly backoffMsMax: Milliseconds;
  readonly backoffFactor: number;
  /** `full`: anything up to the wait, so that callers which failed together do not come back together. */
  readonly jitter: 'full' | 'none';
  /** Whether another call may help. */
  readonly isRetryable: (error: unknown) => boolean;
}
