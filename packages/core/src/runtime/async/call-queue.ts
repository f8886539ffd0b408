/**
 * Owns: calls that wait for something, first in first out.
 * Refuses: a limit of its own: whoever adds to it has one.
 */
import type { AsyncCall } from './async-call.js';

export class CallQueue {
  #calls: (AsyncCall | undefined)[] = [];
  #taken = 0;

  isEmpty(): boolean {
    return this.#taken === this.#calls.length;
  }

  first(): AsyncCall | undefined {
    return this.#calls[this.#taken];
  }

  add(call: AsyncCall): void {
    this.#calls.push(call);
  }

  take(): AsyncCall | undefined {
    if (this.isEmpty()) return undefined;
    const call = this.#calls[this.#taken];
    // What was taken is not to be kept alive by the array.
    this.#calls[this.#taken] = undefined;
    this.#taken += 1;
    if (this.#taken * 2 > this.#calls.length) this.#forgetTaken();
    return call;
  }

  // When they are more than half, so that it costs little and a queue that is never empty stays small.
  #forgetTaken(): void {
    if (this.isEmpty()) this.#calls.length = 0;
    else this.#calls = this.#calls.slice(this.#taken);
    this.#taken = 0;
  }
}
