/**
 * Owns: one list of operator state: what a subtask keeps for itself, and for no key.
 * Refuses: to bound itself: it is a list of the user's, who says what stays in it.
 */
import type { ListState } from '../../model/state-declaration.js';

export class OperatorList implements ListState<unknown> {
  #entries: unknown[] = [];

  get(): readonly unknown[] {
    return this.#entries.slice();
  }

  add(value: unknown): void {
    this.#entries.push(value);
  }

  addAll(values: Iterable<unknown>): void {
    for (const value of values) this.#entries.push(value);
  }

  // Drawn before the old entries go: the values may come of them.
  update(values: Iterable<unknown>): void {
    this.#entries = [...values];
  }

  clear(): void {
    this.#entries = [];
  }
}
