/**
 * Owns: the time window, and the result of one.
 * Refuses: to hold contents; `runtime/window` does.
 */
import type { TimeDomain } from './process-function.js';
import type { Timestamp } from './time.js';

/** The half-open stretch of time [start, end). */
export interface TimeWindow {
  readonly start: Timestamp;
  readonly end: Timestamp;
}

/** The last timestamp that belongs to the window; its result carries it. */
export function maxTimestampOf(window: TimeWindow): Timestamp {
  return window.end - 1;
}

/** By which time windows open and close; `none` where they do neither by themselves. */
export type WindowTime = TimeDomain | 'none';

/** What a keyed window emits: one per key and window. */
export interface WindowResult<K, R> {
  readonly key: K;
  readonly window: TimeWindow;
  readonly value: R;
}
