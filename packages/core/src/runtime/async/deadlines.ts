/**
 * Owns: the end of the time of calls: one timer for all of them.
 * Refuses: to keep calls; it looks at those that there are when the timer has elapsed.
 *
 * A5. All calls have the same time, so the one that began first is over first, and a timer that is set for
 *     it needs not be moved for those that begin later.
 */
import type { Milliseconds } from '../../model/time.js';
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';
import type { AsyncCall } from './async-call.js';

export interface DeadlinesParts {
  /** Infinity where calls may take as long as they like. */
  readonly timeoutMs: Milliseconds;
  readonly timers: TimerPorts;
  /** Every call that may be in flight. */
  readonly calls: () => Iterable<AsyncCall>;
  readonly expire: (call: AsyncCall) => void;
}

export class Deadlines {
  readonly #parts: DeadlinesParts;
  readonly #timer: MailTimer;

  constructor(parts: DeadlinesParts) {
    this.#parts = parts;
    this.#timer = new MailTimer(parts.timers, 'async.timeout', () => this.#onElapsed());
  }

  /** The call has begun just now. */
  set(call: AsyncCall): void {
    const { timeoutMs, timers } = this.#parts;
    if (timeoutMs === Number.POSITIVE_INFINITY) return;
    call.deadline = timers.clock.now() + timeoutMs;
    if (!this.#timer.isArmed()) this.#timer.arm(timeoutMs);
  }

  /** No call is in flight. */
  cancel(): void {
    this.#timer.cancel();
  }

  #onElapsed(): void {
    const { timers, calls, expire } = this.#parts;
    const now = timers.clock.now();
    const overdue: AsyncCall[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const call of calls()) {
      if (!isInFlight(call)) continue;
      if (call.deadline <= now) overdue.push(call);
      else next = Math.min(next, call.deadline);
    }
    if (next < Number.POSITIVE_INFINITY) this.#timer.arm(next - now);
    // Now that the timer is set: what they lead to may begin other calls, or leave none in flight.
    for (const call of overdue) expire(call);
  }
}

function isInFlight({ status }: AsyncCall): boolean {
  return status !== 'waiting' && status !== 'done';
}
