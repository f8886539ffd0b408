/**
 * Owns: one value for the key at hand that is kept until it is cleared.
 * Refuses: to copy: what was stored is answered.
 */
import type { KeyId, Namespace, StateTable } from '../../model/state.js';
import type { KeyAtHand } from './key-at-hand.js';
import { ABSENT, type Row } from './row.js';

export class PlainRow<V> implements Row<V> {
  readonly #table: StateTable<V>;
  readonly #at: KeyAtHand;

  constructor(table: StateTable<V>, at: KeyAtHand) {
    this.#table = table;
    this.#at = at;
  }

  read(): V | typeof ABSENT {
    return this.peek(this.#at.id, this.#at.namespace);
  }

  write(value: V): void {
    this.#table.set(this.#at.id, this.#at.namespace, value);
  }

  clear(): void {
    this.#table.delete(this.#at.id, this.#at.namespace);
  }

  peek(id: KeyId, namespace: Namespace): V | typeof ABSENT {
    const value = this.#table.get(id, namespace);
    if (value === undefined && !this.#table.has(id, namespace)) return ABSENT;
    return value as V;
  }
}
