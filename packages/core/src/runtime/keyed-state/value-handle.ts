/**
 * Owns: value state as a user handles it.
 * Refuses: to keep `undefined`, which is what it answers where there is no value.
 */
import type { ValueState } from '../../model/state-declaration.js';
import { ABSENT, type Row } from './row.js';

export class ValueHandle<V> implements ValueState<V> {
  readonly #row: Row<V>;

  constructor(row: Row<V>) {
    this.#row = row;
  }

  value(): V | undefined {
    const value = this.#row.read();
    return value === ABSENT ? undefined : value;
  }

  update(value: V): void {
    if (value === undefined) this.#row.clear();
    else this.#row.write(value);
  }

  clear(): void {
    this.#row.clear();
  }
}
