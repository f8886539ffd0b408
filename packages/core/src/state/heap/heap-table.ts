/**
 * Owns: the rows of one piece of keyed state: a column where there is one namespace, a Map of Maps
 * beside it where there are more.
 * Refuses: to keep a key that no row needs; it tells the keys what it holds.
 */
import {
  VOID_NAMESPACE,
  type KeyId,
  type KeyTable,
  type Namespace,
  type PlacedRow,
  type RowForm,
  type StateTable,
} from '../../model/state.js';

/** Where a column has no row. */
const ABSENT = Symbol('absent');

export interface HeapTableParts<V> {
  readonly name: string;
  readonly keys: KeyTable;
  readonly form: RowForm<V>;
}

export class HeapTable<V> implements StateTable<V> {
  readonly name: string;
  readonly form: RowForm<V>;
  readonly #keys: KeyTable;
  /** The rows of the void namespace, by the number of their key. */
  readonly #column: (V | typeof ABSENT)[] = [];
  readonly #namespaces = new Map<Namespace, Map<KeyId, V>>();
  #size = 0;

  constructor({ name, keys, form }: HeapTableParts<V>) {
    this.name = name;
    this.form = form;
    this.#keys = keys;
  }

  size(): number {
    return this.#size;
  }

  get(id: KeyId, namespace: Namespace): V | undefined {
    if (namespace !== VOID_NAMESPACE) return this.#namespaces.get(namespace)?.get(id);
    const value = this.#column[id];
    return value === ABSENT ? undefined : value;
  }

  has(id: KeyId, namespace: Namespace): boolean {
    if (namespace !== VOID_NAMESPACE) return this.#namespaces.get(namespace)?.has(id) ?? false;
    return id < this.#column.length && this.#column[id] !== ABSENT;
  }

  set(id: KeyId, namespace: Namespace, value: V): void {
    if (!this.has(id, namespace)) this.#insert(id);
    if (namespace === VOID_NAMESPACE) this.#setInColumn(id, value);
    else this.#rows(namespace).set(id, value);
  }

  delete(id: KeyId, namespace: Namespace): void {
    if (!this.has(id, namespace)) return;
    if (namespace === VOID_NAMESPACE) this.#column[id] = ABSENT;
    else this.#deleteFrom(namespace, id);
    this.#size -= 1;
    this.#keys.letGo(id);
  }

  *rows(): Iterable<PlacedRow<V>> {
    for (let id = 0; id < this.#column.length; id++) {
      const row = this.#column[id]!;
      if (row !== ABSENT) yield { id, namespace: VOID_NAMESPACE, row };
    }
    for (const [namespace, rows] of this.#namespaces) {
      for (const [id, row] of rows) yield { id, namespace, row };
    }
  }

  /** The rows of a key: namespaces and values. */
  *rowsOf(id: KeyId): Iterable<readonly [Namespace, V]> {
    if (this.has(id, VOID_NAMESPACE)) yield [VOID_NAMESPACE, this.#column[id] as V];
    for (const [namespace, rows] of this.#namespaces) {
      if (rows.has(id)) yield [namespace, rows.get(id) as V];
    }
  }

  #insert(id: KeyId): void {
    this.#size += 1;
    this.#keys.hold(id);
  }

  // Numbers are given one after the other, so that a column has no holes for long.
  #setInColumn(id: KeyId, value: V): void {
    while (this.#column.length < id) this.#column.push(ABSENT);
    this.#column[id] = value;
  }

  #rows(namespace: Namespace): Map<KeyId, V> {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const rows = new Map<KeyId, V>();
    this.#namespaces.set(namespace, rows);
    return rows;
  }

  #deleteFrom(namespace: Namespace, id: KeyId): void {
    const rows = this.#namespaces.get(namespace)!;
    rows.delete(id);
    if (rows.size === 0) this.#namespaces.delete(namespace);
  }
}
