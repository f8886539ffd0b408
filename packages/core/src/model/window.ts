/**
 * Owns: the time window and the contract of the assigners that place records in windows.
 * Refuses: to hold contents; `runtime/window` does.
 */
import type { Milliseconds, Timestamp } from './time.js';

/** The half-open stretch of time [start, end). */
export interface TimeWindow {
  readonly start: Timestamp;
  readonly end: Timestamp;
}

/** The last timestamp that belongs to the window; its result carries it. */
export function maxTimestampOf(window: TimeWindow): Timestamp {
  return window.end - 1;
}

/** Places a timestamp in windows that are aligned with the clock: each is known by its start. */
export interface WindowAssigner {
  readonly name: string;
  readonly sizeMs: Milliseconds;
  assignWindows(timestamp: Timestamp): readonly TimeWindow[];
}

/** What a keyed window emits: one per key and window. */
export interface WindowResult<K, R> {
  readonly key: K;
  readonly window: TimeWindow;
  readonly value: R;
}
