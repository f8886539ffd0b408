/**
 * Owns: by which time the windows of an operator go: what has passed, when they are cleaned up, and the
 * timers that tell.
 * Refuses: to know what a window holds.
 *
 * T4. Late is what has been cleaned up. W4. A window is cleaned up when its time has passed its last
 *     timestamp by the allowed lateness, which is that of event time alone; where that would lie beyond
 *     the end of time, never.
 */
import type { Clock } from '../../model/clock.js';
import type { TimeDomain } from '../../model/process-function.js';
import { addSaturating, MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { WindowTime } from '../../model/window.js';
import type { HandlerPorts } from '../operator/element-handler.js';
import type { OperatorTimers } from '../operator/operator-timers.js';
import type { Timer } from '../timer/timer-queue.js';

export interface WindowTimesParts {
  readonly time: WindowTime;
  readonly allowedLatenessMs: number;
  readonly clock: Clock;
  readonly timers: OperatorTimers;
}

export class WindowTimes {
  readonly time: WindowTime;
  readonly #lateness: number;
  readonly #clock: Clock;
  readonly #timers: OperatorTimers;
  #ports!: HandlerPorts;

  constructor({ time, allowedLatenessMs, clock, timers }: WindowTimesParts) {
    this.time = time;
    this.#lateness = time === 'event-time' ? allowedLatenessMs : 0;
    this.#clock = clock;
    this.#timers = timers;
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  currentWatermark(): Timestamp {
    return this.#ports.currentWatermark();
  }

  currentProcessingTime(): Timestamp {
    return this.#clock.now();
  }

  /** No record is on time at or before it. By processing time every record is on time. */
  passed(): Timestamp {
    return this.time === 'event-time' ? this.#ports.currentWatermark() : MIN_TIMESTAMP;
  }

  cleanupTimeOf(maxTimestamp: Timestamp): Timestamp {
    return this.time === 'none' ? MAX_TIMESTAMP : addSaturating(maxTimestamp, this.#lateness);
  }

  isCleanedUp(maxTimestamp: Timestamp): boolean {
    return this.time === 'event-time' && this.cleanupTimeOf(maxTimestamp) <= this.passed();
  }

  /** Windows whose last timestamp is at or before it have been cleaned up. */
  cleanedUntil(): Timestamp {
    return addSaturating(this.passed(), -this.#lateness);
  }

  /** Whether a timer of this domain is one of those that `register` sets. */
  isOf(domain: TimeDomain): boolean {
    return domain === this.time;
  }

  /** A timer in the windows' own time; at the end of time there is none. */
  register(timer: Timer): void {
    if (this.time === 'none' || timer.time >= MAX_TIMESTAMP) return;
    this.#timers.register(timer, this.time);
  }

  /** As `register`, for a timer that stands for windows which there are already. */
  registerNext(timer: Timer): void {
    if (this.time === 'none' || timer.time >= MAX_TIMESTAMP) return;
    this.#timers.registerNext(timer, this.time);
  }

  delete(timer: Timer): void {
    if (this.time !== 'none') this.#timers.delete(timer, this.time);
  }
}
