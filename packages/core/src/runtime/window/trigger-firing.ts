/**
 * Owns: a user's trigger at work: what it is lent, for the window at hand.
 * Refuses: to let it take back the timer by which its window is cleaned up.
 */
import type { TimeDomain } from '../../model/process-function.js';
import type { Timestamp } from '../../model/time.js';
import type { Trigger, TriggerContext, TriggerResult } from '../../model/trigger.js';
import type { TimeWindow, WindowTime } from '../../model/window.js';
import type { OperatorTimers } from '../operator/operator-timers.js';
import type { Firing, TimeAtHand, WindowAtHand } from './firing.js';
import type { WindowTimes } from './window-times.js';

/** Whether the window at hand is cleaned up, or looked at, by such a timer. */
export type IsOwnTimer = (at: WindowAtHand, timer: TimeAtHand) => boolean;

export interface TriggerFiringParts {
  readonly trigger: Trigger;
  readonly times: WindowTimes;
  readonly timers: OperatorTimers;
  readonly isOwnTimer: IsOwnTimer;
}

export class TriggerFiring implements Firing, TriggerContext {
  readonly #trigger: Trigger;
  readonly #times: WindowTimes;
  readonly #timers: OperatorTimers;
  readonly #isOwnTimer: IsOwnTimer;
  #at!: WindowAtHand;

  constructor({ trigger, times, timers, isOwnTimer }: TriggerFiringParts) {
    this.#trigger = trigger;
    this.#times = times;
    this.#timers = timers;
    this.#isOwnTimer = isOwnTimer;
  }

  get window(): TimeWindow {
    return this.#at.window;
  }

  get windowTime(): WindowTime {
    return this.#times.time;
  }

  onOpen(): void {
    // The trigger is told of the element.
  }

  onElement(at: WindowAtHand, value: unknown, timestamp: Timestamp): TriggerResult {
    this.#at = at;
    return this.#trigger.onElement(value, timestamp, this);
  }

  onTimer(at: WindowAtHand, { time, domain }: TimeAtHand): TriggerResult {
    this.#at = at;
    const { onEventTime, onProcessingTime } = this.#trigger;
    const onTime = domain === 'event-time' ? onEventTime : onProcessingTime;
    return onTime?.call(this.#trigger, time, this) ?? 'continue';
  }

  onMerge(at: WindowAtHand, states: readonly unknown[]): void {
    this.#at = at;
    this.#trigger.onMerge?.(states, this);
  }

  clear(at: WindowAtHand): void {
    this.#at = at;
    this.#trigger.clear?.(this);
    at.setTriggerState(undefined);
  }

  currentWatermark(): Timestamp {
    return this.#times.currentWatermark();
  }

  currentProcessingTime(): Timestamp {
    return this.#times.currentProcessingTime();
  }

  state(): unknown {
    return this.#at.triggerState();
  }

  setState(state: unknown): void {
    this.#at.setTriggerState(state);
  }

  registerEventTimeTimer(time: Timestamp): void {
    this.#register(time, 'event-time');
  }

  registerProcessingTimeTimer(time: Timestamp): void {
    this.#register(time, 'processing-time');
  }

  deleteEventTimeTimer(time: Timestamp): void {
    this.#delete(time, 'event-time');
  }

  deleteProcessingTimeTimer(time: Timestamp): void {
    this.#delete(time, 'processing-time');
  }

  #register(time: Timestamp, domain: TimeDomain): void {
    const { id, namespace } = this.#at;
    this.#timers.register({ time, id, namespace }, domain);
  }

  #delete(time: Timestamp, domain: TimeDomain): void {
    const { id, namespace } = this.#at;
    if (this.#isOwnTimer(this.#at, { time, domain })) return;
    this.#timers.delete({ time, id, namespace }, domain);
  }
}
