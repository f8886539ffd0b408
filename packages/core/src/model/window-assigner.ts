/**
 * Owns: the contracts of the assigners that place records in windows.
 * Refuses: to hold contents; `runtime/window` does.
 *
 * W1. The borders of a window depend on its assigner and its record alone: never on when a job was
 *     started.
 */
import type { TimeDomain } from './process-function.js';
import type { Milliseconds, Timestamp } from './time.js';
import type { Trigger } from './trigger.js';
import type { TimeWindow, WindowTime } from './window.js';

/** Windows of one length that begin every `slideMs`; `offsetMs` shifts all of them. */
export interface SlidingGrid {
  readonly sizeMs: Milliseconds;
  readonly slideMs: Milliseconds;
  readonly offsetMs: Milliseconds;
}

/** Places records in windows that stand fast: each is known by its start. */
export interface FixedWindowAssigner<T = unknown> {
  readonly kind: 'fixed';
  readonly name: string;
  readonly time: WindowTime;
  /** The windows of a record, in the order of their starts. */
  readonly assignWindows: (timestamp: Timestamp, value: T) => readonly TimeWindow[];
  /** The window that begins at `start`. */
  readonly windowAt: (start: Timestamp) => TimeWindow;
  /** Where windows lie on a grid, so that those that overlap can share panes. */
  readonly grid?: SlidingGrid;
  /** Default: windows fire when their time has passed their end. */
  readonly defaultTrigger?: Trigger;
}

/** Fixed windows that go by the timestamp alone. */
export interface AlignedWindowAssigner extends FixedWindowAssigner {
  readonly assignWindows: (timestamp: Timestamp) => readonly TimeWindow[];
}

/** Opens a window for each record; those that overlap or touch become one. */
export interface MergingWindowAssigner<T = unknown> {
  readonly kind: 'merging';
  readonly name: string;
  readonly time: TimeDomain;
  readonly assignWindow: (timestamp: Timestamp, value: T) => TimeWindow;
  /** What two windows become. Default: the window that covers both. */
  readonly cover?: (one: TimeWindow, other: TimeWindow) => TimeWindow;
}

export type WindowAssigner<T = unknown> = FixedWindowAssigner<T> | MergingWindowAssigner<T>;
