/**
 * Owns: the rows of one state that lie in namespaces, as columns, found by key and namespace.
 * Refuses: a Map for each namespace: a window of a million keys would be one that stalls as it doubles.
 */
import { byKeyGroup, type ByKeyGroup } from '../../model/by-key-group.js';
import type { KeyGroup } from '../../model/key-group.js';
import { NumberColumn } from '../../model/number-column.js';
import { hashOfNumbers, NO_SLOT, SlotIndex } from '../../model/slot-index.js';
import type { KeyId, Namespace, PlacedRow } from '../../model/state.js';
import { ValueColumn } from '../../model/value-column.js';

/** Of a free slot. */
const FREE: KeyId = -1;

export class NamespacedRows<V> {
  readonly #ids = NumberColumn.ofIntegers();
  /** Of a free slot: the next free one, plus one. */
  readonly #namespaces = NumberColumn.ofDoubles();
  readonly #values = new ValueColumn<V>();
  readonly #index = new SlotIndex((slot) =>
    hashOfNumbers(this.#ids.get(slot), this.#namespaces.get(slot), 0),
  );
  #slots = 0;
  #firstFree = NO_SLOT;
  /** A row is mostly looked at, read and set right after each other. */
  #lastFound = 0;
  /** For snapshots, until a row comes or goes. */
  #byGroup: ByKeyGroup | undefined;

  /** Where a row lies; `NO_SLOT` where there is none. */
  find(id: KeyId, namespace: Namespace): number {
    if (this.#holds(this.#lastFound, id, namespace)) return this.#lastFound;
    let slot = this.#index.first(hashOfNumbers(id, namespace, 0));
    while (slot !== NO_SLOT && !this.#holds(slot, id, namespace)) slot = this.#index.next(slot);
    if (slot !== NO_SLOT) this.#lastFound = slot;
    return slot;
  }

  valueAt(slot: number): V | undefined {
    return this.#values.get(slot);
  }

  setAt(slot: number, value: V): void {
    this.#values.set(slot, value);
  }

  add({ id, namespace, row }: PlacedRow<V>): void {
    const slot = this.#takeSlot();
    this.#ids.set(slot, id);
    this.#namespaces.set(slot, namespace);
    this.#values.set(slot, row);
    this.#index.add(slot);
    this.#byGroup = undefined;
  }

  removeAt(slot: number): void {
    this.#index.remove(slot);
    this.#ids.set(slot, FREE);
    this.#values.set(slot, undefined);
    this.#namespaces.set(slot, this.#firstFree + 1);
    this.#firstFree = slot;
    this.#byGroup = undefined;
  }

  *rows(): Iterable<PlacedRow<V>> {
    for (let slot = 0; slot < this.#slots; slot++) {
      if (this.#ids.get(slot) !== FREE) yield this.#rowAt(slot);
    }
  }

  *ofGroup(group: KeyGroup, groupOf: (id: KeyId) => KeyGroup): Iterable<PlacedRow<V>> {
    this.#byGroup ??= byKeyGroup(this.#used(), (slot) => groupOf(this.#ids.get(slot)));
    for (const slot of this.#byGroup.get(group) ?? []) yield this.#rowAt(slot);
  }

  *#used(): Iterable<number> {
    for (let slot = 0; slot < this.#slots; slot++) if (this.#ids.get(slot) !== FREE) yield slot;
  }

  #rowAt(slot: number): PlacedRow<V> {
    const [id, namespace] = [this.#ids.get(slot), this.#namespaces.get(slot)];
    return { id, namespace, row: this.#values.get(slot) as V };
  }

  #holds(slot: number, id: KeyId, namespace: Namespace): boolean {
    return this.#ids.get(slot) === id && this.#namespaces.get(slot) === namespace;
  }

  #takeSlot(): number {
    const slot = this.#firstFree;
    if (slot === NO_SLOT) return this.#slots++;
    this.#firstFree = this.#namespaces.get(slot) - 1;
    return slot;
  }
}
