/**
 * Owns: what a task has done with its time: busy, idle or backpressured. The three add up to the time
 * since it opened.
 * Refuses: to look at a clock; whoever steps the task says when.
 *
 * As in Flink, a task that waits for its turn on the thread is busy: it has input and credit.
 */
import type { Milliseconds } from '../../model/time.js';

/** A task's time so far, by Flink's names. */
export interface TimeShares {
  readonly busyTimeMs: Milliseconds;
  /** There was no input. */
  readonly idleTimeMs: Milliseconds;
  /** There was no credit. */
  readonly backPressuredTimeMs: Milliseconds;
}

type Share = keyof TimeShares;

export class TaskTimes {
  readonly #shares = { busyTimeMs: 0, idleTimeMs: 0, backPressuredTimeMs: 0 };
  #current: Share = 'idleTimeMs';
  #since: Milliseconds | undefined;

  /** From now on the task's time counts as this. */
  turnTo(share: Share, now: Milliseconds): void {
    this.#settle(now);
    this.#current = share;
  }

  /** The shares until now. */
  until(now: Milliseconds): TimeShares {
    this.#settle(now);
    return { ...this.#shares };
  }

  #settle(now: Milliseconds): void {
    if (this.#since !== undefined) this.#shares[this.#current] += now - this.#since;
    this.#since = now;
  }
}
