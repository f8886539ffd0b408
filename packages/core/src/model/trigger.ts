/**
 * Owns: the contract of triggers, which say when a window fires and when its contents go.
 * Refuses: to keep state in a trigger; one value for each key and window is kept for it.
 *
 * W6. A trigger that is set replaces the default one. W7. Purging takes the contents and nothing else:
 *     the trigger's state and the bounds of a session stay until the window is cleaned up.
 */
import type { Timestamp } from './time.js';
import type { TimeWindow, WindowTime } from './window.js';

/** What becomes of a window: emit its result, drop its contents, both or neither. */
export type TriggerResult = 'continue' | 'fire' | 'purge' | 'fire-and-purge';

/** What a trigger is lent for one key and window, for the length of a call. */
export interface TriggerContext<S = unknown> {
  readonly window: TimeWindow;
  /** By which time the window closes. */
  readonly windowTime: WindowTime;
  currentWatermark(): Timestamp;
  currentProcessingTime(): Timestamp;
  /** The trigger's one value for this key and window; undefined where it has none. */
  state(): S | undefined;
  /** Undefined takes it back. It is written into snapshots. */
  setState(state: S | undefined): void;
  registerEventTimeTimer(time: Timestamp): void;
  registerProcessingTimeTimer(time: Timestamp): void;
  deleteEventTimeTimer(time: Timestamp): void;
  deleteProcessingTimeTimer(time: Timestamp): void;
}

/** When windows fire. `T` is the type of the records, `S` that of its state. */
export interface Trigger<T = unknown, S = unknown> {
  readonly name: string;
  /** After the record has been added to the window. */
  readonly onElement: (value: T, timestamp: Timestamp, context: TriggerContext<S>) => TriggerResult;
  /** Default: `continue`. */
  readonly onEventTime?: (time: Timestamp, context: TriggerContext<S>) => TriggerResult;
  /** Default: `continue`. */
  readonly onProcessingTime?: (time: Timestamp, context: TriggerContext<S>) => TriggerResult;
  /**
   * Several windows have become the one at hand, which has no state and no timers yet: `states` are
   * those that they had. A trigger without it cannot stand on windows that merge.
   */
  readonly onMerge?: (states: readonly S[], context: TriggerContext<S>) => void;
  /** The window goes: takes back the timers that were registered. Its state goes by itself. */
  readonly clear?: (context: TriggerContext<S>) => void;
}
