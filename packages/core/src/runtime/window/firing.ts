/**
 * Owns: when a window fires: at its end, or as its trigger says.
 * Refuses: to emit, and to clean up.
 */
import type { TimeDomain } from '../../model/process-function.js';
import type { Timestamp } from '../../model/time.js';
import type { TriggerResult } from '../../model/trigger.js';
import { maxTimestampOf } from '../../model/window.js';
import type { KeyedWindow } from './window-output.js';
import type { WindowTimes } from './window-times.js';

/** The window of an element or timer that is at hand. */
export interface WindowAtHand extends KeyedWindow {
  /** The one value that is kept for the trigger. */
  triggerState(): unknown;
  setTriggerState(state: unknown): void;
}

/** A timer that is at hand. */
export interface TimeAtHand {
  readonly time: Timestamp;
  readonly domain: TimeDomain;
}

export interface Firing {
  /** The window has got its first contents. */
  onOpen(at: WindowAtHand): void;
  /** The window has got an element. */
  onElement(at: WindowAtHand, value: unknown, timestamp: Timestamp): TriggerResult;
  onTimer(at: WindowAtHand, timer: TimeAtHand): TriggerResult;
  /** Windows that had these states have become one, which has no state yet. */
  onMerge(at: WindowAtHand, states: readonly unknown[]): void;
  clear(at: WindowAtHand): void;
}

/** Fires when the windows' own time has passed their end, and for each late record after it. */
export class EndFiring implements Firing {
  readonly #times: WindowTimes;

  constructor(times: WindowTimes) {
    this.#times = times;
  }

  // The cleanup's timer serves for both where the two fall together.
  onOpen({ id, namespace, window }: WindowAtHand): void {
    const time = maxTimestampOf(window);
    if (time <= this.#times.passed() || time === this.#times.cleanupTimeOf(time)) return;
    this.#times.register({ time, id, namespace });
  }

  onElement({ window }: WindowAtHand): TriggerResult {
    return maxTimestampOf(window) <= this.#times.passed() ? 'fire' : 'continue';
  }

  onTimer({ window }: WindowAtHand, { time, domain }: TimeAtHand): TriggerResult {
    return time === maxTimestampOf(window) && this.#times.isOf(domain) ? 'fire' : 'continue';
  }

  onMerge(): void {
    // Windows that merge have timers of their own for it.
  }

  clear(): void {
    // Its timer has fired.
  }
}
