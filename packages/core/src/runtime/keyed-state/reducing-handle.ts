/**
 * Owns: reducing state as a user handles it.
 * Refuses: to keep what was added; only what it was reduced to.
 */
import type { ReducingState } from '../../model/state-declaration.js';
import { ABSENT, type Row } from './row.js';

export class ReducingHandle<V> implements ReducingState<V> {
  readonly #row: Row<V>;
  readonly #reduce: (reduced: V, value: V) => V;

  constructor(row: Row<V>, reduce: (reduced: V, value: V) => V) {
    this.#row = row;
    this.#reduce = reduce;
  }

  get(): V | undefined {
    const reduced = this.#row.read();
    return reduced === ABSENT ? undefined : reduced;
  }

  add(value: V): void {
    const reduced = this.#row.read();
    const reduce = this.#reduce;
    this.#row.write(reduced === ABSENT ? value : reduce(reduced, value));
  }

  clear(): void {
    this.#row.clear();
  }
}
