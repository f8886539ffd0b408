/**
 * Owns: the rows of one piece of keyed state: a column where there is one namespace, slots beside it
 * where there are more.
 * Refuses: to keep a key that no row needs; it tells the keys what it holds.
 */
import type { KeyGroup } from '../../model/key-group.js';
import { NO_SLOT } from '../../model/slot-index.js';
import {
  VOID_NAMESPACE,
  type KeyId,
  type KeyTable,
  type Namespace,
  type PlacedRow,
  type RowForm,
  type StateTable,
} from '../../model/state.js';
import { ValueColumn } from '../../model/value-column.js';
import { NamespacedRows } from './namespaced-rows.js';

/** Stands in the column for a row that is undefined. */
const UNDEFINED = Symbol('undefined');

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
  readonly #column = new ValueColumn<V | typeof UNDEFINED>();
  #columnLength = 0;
  readonly #namespaced = new NamespacedRows<V>();
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
    if (namespace === VOID_NAMESPACE) return valueOf(this.#column.get(id));
    const slot = this.#namespaced.find(id, namespace);
    return slot === NO_SLOT ? undefined : this.#namespaced.valueAt(slot);
  }

  has(id: KeyId, namespace: Namespace): boolean {
    if (namespace === VOID_NAMESPACE) return this.#column.get(id) !== undefined;
    return this.#namespaced.find(id, namespace) !== NO_SLOT;
  }

  set(id: KeyId, namespace: Namespace, value: V): void {
    if (namespace === VOID_NAMESPACE) this.#setInColumn(id, value);
    else this.#setInNamespace({ id, namespace, row: value });
  }

  delete(id: KeyId, namespace: Namespace): void {
    if (namespace === VOID_NAMESPACE) {
      if (this.#column.get(id) === undefined) return;
      this.#column.set(id, undefined);
    } else {
      const slot = this.#namespaced.find(id, namespace);
      if (slot === NO_SLOT) return;
      this.#namespaced.removeAt(slot);
    }
    this.#size -= 1;
    this.#keys.letGo(id);
  }

  *rows(): Iterable<PlacedRow<V>> {
    for (let id = 0; id < this.#columnLength; id++) {
      if (this.has(id, VOID_NAMESPACE)) yield this.#rowInColumn(id);
    }
    yield* this.#namespaced.rows();
  }

  /** The rows of a key group. */
  *ofGroup(group: KeyGroup): Iterable<PlacedRow<V>> {
    for (const id of this.#keys.ofGroup(group)) {
      if (this.has(id, VOID_NAMESPACE)) yield this.#rowInColumn(id);
    }
    yield* this.#namespaced.ofGroup(group, (id) => this.#keys.groupOf(id));
  }

  #setInColumn(id: KeyId, value: V): void {
    const stored = value === undefined ? UNDEFINED : value;
    if (this.#column.replace(id, stored)) return;
    this.#column.set(id, stored);
    this.#columnLength = Math.max(this.#columnLength, id + 1);
    this.#inserted(id);
  }

  #setInNamespace(placed: PlacedRow<V>): void {
    const slot = this.#namespaced.find(placed.id, placed.namespace);
    if (slot !== NO_SLOT) {
      this.#namespaced.setAt(slot, placed.row);
      return;
    }
    this.#inserted(placed.id);
    this.#namespaced.add(placed);
  }

  #inserted(id: KeyId): void {
    this.#size += 1;
    this.#keys.hold(id);
  }

  #rowInColumn(id: KeyId): PlacedRow<V> {
    return { id, namespace: VOID_NAMESPACE, row: valueOf(this.#column.get(id)) as V };
  }
}

function valueOf<V>(stored: V | typeof UNDEFINED | undefined): V | undefined {
  return stored === UNDEFINED ? undefined : stored;
}
