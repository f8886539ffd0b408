/**
 * Owns: list state as a user handles it.
 * Refuses: to lend the list itself: a loop over it that adds to it would have no end.
 */
import type { ListState } from '../../model/state-declaration.js';
import type { KeyId, Namespace, StateTable } from '../../model/state.js';
import type { KeyAtHand } from './key-at-hand.js';

export class ListHandle<V> implements ListState<V> {
  readonly #table: StateTable<V[]>;
  readonly #at: KeyAtHand;

  constructor(table: StateTable<V[]>, at: KeyAtHand) {
    this.#table = table;
    this.#at = at;
  }

  get(): readonly V[] {
    return this.peek(this.#at.id, this.#at.namespace) ?? [];
  }

  add(value: V): void {
    const list = this.#table.get(this.#at.id, this.#at.namespace);
    if (list === undefined) this.#table.set(this.#at.id, this.#at.namespace, [value]);
    else list.push(value);
  }

  addAll(values: Iterable<V>): void {
    for (const value of values) this.add(value);
  }

  update(values: Iterable<V>): void {
    const list = [...values];
    if (list.length === 0) this.clear();
    else this.#table.set(this.#at.id, this.#at.namespace, list);
  }

  clear(): void {
    this.#table.delete(this.#at.id, this.#at.namespace);
  }

  /** For onlookers: the list of any key. */
  peek(id: KeyId, namespace: Namespace): readonly V[] | undefined {
    return this.#table.get(id, namespace)?.slice();
  }
}
