/**
 * Owns: time that passes when it is told to, from one due timer to the next.
 * Refuses: to jump. A timer that a callback arms on the way is met on the way, at its own time; a
 * clock that is set to the end first (as xstate's SimulatedClock) tells it the wrong time.
 *
 * E3. Timers fire in the order in which they are due, then in the order in which they were armed,
 *     one at a time, and promises settle between them.
 */
import { MillraceError, type Milliseconds, type Timestamp } from '@millrace/core';
import type { CancelTimer, Clock } from '@millrace/core/connector';
import { LAST_SETTLE_TICKS, settlePromises } from './settle-promises.js';

interface PendingTimer {
  readonly dueAt: Timestamp;
  readonly callback: () => void;
}

/** How many pending timers an error names. */
const NAMED_TIMERS_MAX = 5;

/**
 * A clock for tests. It stands still until somebody advances it.
 *
 * @example
 * ```ts
 * import { VirtualClock } from '@millrace/testing';
 *
 * const clock = new VirtualClock();
 * clock.after(1_000, () => console.log('a second has passed, it is', clock.now()));
 * await clock.advanceBy(5_000);
 * console.log(clock.now()); // 5000
 * ```
 */
export class VirtualClock implements Clock {
  #now: Timestamp;
  /** By due time, then in the order of arming. */
  readonly #timers: PendingTimer[] = [];

  constructor(startAt: Timestamp = 0) {
    this.#now = startAt;
  }

  now(): Timestamp {
    return this.#now;
  }

  after(delayMs: Milliseconds, callback: () => void): CancelTimer {
    // Node.js also takes a delay that is negative or no number for none.
    const timer = { dueAt: this.#now + (delayMs > 0 ? delayMs : 0), callback };
    const later = this.#timers.findLastIndex(({ dueAt }) => dueAt <= timer.dueAt) + 1;
    this.#timers.splice(later, 0, timer);
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at >= 0) this.#timers.splice(at, 1);
    };
  }

  /** When the armed timers are due, in order. */
  pendingTimers(): readonly Timestamp[] {
    return this.#timers.map(({ dueAt }) => dueAt);
  }

  /** Goes to the time of the next timer and fires that one timer; false when none is armed. */
  fireNext(): boolean {
    const timer = this.#timers.shift();
    if (timer === undefined) return false;
    this.#now = Math.max(this.#now, timer.dueAt);
    timer.callback();
    return true;
  }

  /** Lets `durationMs` pass, timer by timer. */
  advanceBy(durationMs: Milliseconds): Promise<void> {
    return this.advanceTo(this.#now + durationMs);
  }

  /** Lets time pass until `time`, timer by timer. */
  async advanceTo(time: Timestamp): Promise<void> {
    if (!(time >= this.#now)) throw goesBack(this.#now, time);
    await settlePromises();
    while (this.#timers.length > 0 && this.#timers[0]!.dueAt <= time) {
      this.fireNext();
      await settlePromises();
    }
    this.#now = Math.max(this.#now, time);
  }

  /** Lets time pass until `time` without settling promises: what is between two timers is a call. */
  pass(time: Timestamp, betweenTimers: () => void): void {
    if (!(time >= this.#now)) throw goesBack(this.#now, time);
    while (this.#timers.length > 0 && this.#timers[0]!.dueAt <= time) {
      this.fireNext();
      betweenTimers();
    }
    this.#now = Math.max(this.#now, time);
  }

  /**
   * Waits for a promise without letting time pass. Where it waits for a timer, this says so at once,
   * instead of a test that hangs.
   */
  async settled<T>(promise: Promise<T>): Promise<T> {
    if (await settles(promise)) return promise;
    throw new MillraceError(
      'CLOCK_STANDS',
      `A promise waits and nobody advances the clock: ${this}.`,
    );
  }

  /** Lets as much time pass as a promise needs to settle. */
  async runUntil<T>(promise: Promise<T>): Promise<T> {
    while (!(await settles(promise))) {
      if (this.fireNext()) continue;
      const sentence = `A promise waits for something outside the clock: ${this}.`;
      throw new MillraceError('CLOCK_RAN_OUT', sentence);
    }
    return promise;
  }

  /** The time and what is pending, for messages. */
  toString(): string {
    const first = this.#timers.slice(0, NAMED_TIMERS_MAX).map(({ dueAt }) => String(dueAt));
    const more = this.#timers.length > first.length ? ', ...' : '';
    const due = first.length === 0 ? 'no timer is' : `timers due at ${first.join(', ')}${more} are`;
    return `it is ${String(this.#now)} and ${due} pending`;
  }
}

/** Whether a promise settles without the passing of time. */
async function settles(promise: Promise<unknown>): Promise<boolean> {
  let status: 'pending' | 'settled' = 'pending';
  const settle = (): void => {
    status = 'settled';
  };
  promise.then(settle, settle);
  const isPending = (): boolean => status === 'pending';
  for (let ticks = 0; isPending() && ticks < LAST_SETTLE_TICKS; ticks++) await settlePromises(1);
  return !isPending();
}

function goesBack(now: Timestamp, time: Timestamp): MillraceError {
  const sentence = `The clock is at ${String(now)} and does not go back to ${String(time)}.`;
  return new MillraceError('CLOCK_GOES_BACK', sentence);
}
