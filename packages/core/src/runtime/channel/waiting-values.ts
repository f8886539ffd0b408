/**
 * Owns: values that wait for their turn, first in first out.
 * Refuses: a limit of its own; whoever adds to it has one, and decides what happens at it.
 */
import { appendRecord, type Run } from '../../model/run.js';

export class WaitingValues<T> {
  #values: (T | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#values.length - this.#first;
  }

  push(value: T): void {
    this.#values.push(value);
  }

  /** The oldest, if there is one. */
  first(): T | undefined {
    return this.#values[this.#first];
  }

  /** The oldest, which is there: the caller has asked for the length. */
  shift(): T {
    const oldest = this.#values[this.#first] as T;
    this.dropOldest();
    return oldest;
  }

  dropOldest(): void {
    this.#values[this.#first++] = undefined;
    this.#forgetTaken();
  }

  /** Appends the oldest to the run, `recordsMax` at most, and says how many. */
  moveTo(run: Run<T>, recordsMax: number): number {
    const count = Math.min(this.length, recordsMax);
    const end = this.#first + count;
    for (let at = this.#first; at < end; at++) appendRecord(run, this.#values[at] as T);
    this.#first = end;
    this.#forgetTaken();
    return count;
  }

  // When they are half of all, so that each value is moved once on average.
  #forgetTaken(): void {
    if (this.#first * 2 < this.#values.length) return;
    this.#values = this.#values.slice(this.#first);
    this.#first = 0;
  }
}
