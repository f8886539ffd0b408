/**
 * Owns: the one timer of the clock that an operator arms, for the first of its processing-time timers.
 * Refuses: to arm one for each: there may be a million.
 */
import type { CancelTimer, Clock } from '../../model/clock.js';
import type { Timestamp } from '../../model/time.js';

export class ProcessingTimeAlarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #setFor: Timestamp | undefined;
  #cancel: CancelTimer = () => undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings when the clock has passed `time`; an earlier alarm stays. */
  setFor(time: Timestamp | undefined): void {
    if (time === undefined || (this.#setFor !== undefined && this.#setFor <= time)) return;
    this.cancel();
    this.#setFor = time;
    this.#cancel = this.#clock.after(time + 1 - this.#clock.now(), () => {
      this.#setFor = undefined;
      this.#ring();
    });
  }

  cancel(): void {
    this.#cancel();
    this.#setFor = undefined;
  }
}
