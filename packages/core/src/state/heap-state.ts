/**
 * Owns: keyed state in the heap: a table per name, rows per namespace, cells per key.
 * Refuses: to let one Map grow without end. A Map stalls when it doubles (190-244 ms at a million
 * entries), so rows are split by key group before they grow large.
 */
import { keyGroupOf, MAX_PARALLELISM_DEFAULT } from '../model/key-group.js';
import type { CanonicalKey } from '../model/key.js';
import type { Namespace, StateBackend, StateRow, StateRows, StateTable } from '../model/state.js';

/** A namespace with more rows than this is split; a Map of this size doubles in about 10 ms. */
const UNSPLIT_ROWS_MAX = 65_536;

type Rows<V> = Map<CanonicalKey, StateRow<V>>;

export function heapState(): StateBackend {
  return { createTable: () => new HeapTable() };
}

class HeapTable<V> implements StateTable<V> {
  readonly #namespaces = new Map<Namespace, HeapRows<V>>();

  rows(namespace: Namespace): StateRows<V> {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const opened = new HeapRows<V>();
    this.#namespaces.set(namespace, opened);
    return opened;
  }

  release(namespace: Namespace): void {
    this.#namespaces.delete(namespace);
  }

  size(): number {
    let size = 0;
    for (const rows of this.#namespaces.values()) size += rows.size;
    return size;
  }
}

class HeapRows<V> implements StateRows<V> {
  /** One Map while small; then one for each key group. */
  #groups: Rows<V>[] = [new Map()];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: CanonicalKey): StateRow<V> | undefined {
    return this.#groupOf(key).get(key);
  }

  insert(key: CanonicalKey, value: V): StateRow<V> {
    if (this.#size === UNSPLIT_ROWS_MAX && this.#groups.length === 1) this.#split();
    const row = { value };
    this.#groupOf(key).set(key, row);
    this.#size += 1;
    return row;
  }

  delete(key: CanonicalKey): void {
    if (this.#groupOf(key).delete(key)) this.#size -= 1;
  }

  #groupOf(key: CanonicalKey): Rows<V> {
    return this.#groups.length === 1 ? this.#groups[0]! : this.#groups[keyGroupOf(key)]!;
  }

  #split(): void {
    const rows = this.#groups[0]!;
    this.#groups = Array.from({ length: MAX_PARALLELISM_DEFAULT }, () => new Map());
    for (const [key, row] of rows) this.#groupOf(key).set(key, row);
  }
}
