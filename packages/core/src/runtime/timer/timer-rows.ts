/**
 * Owns: timers as rows of columns, found by their key, namespace and time.
 * Refuses: to order them, and to know when they were registered; `timer-heap.ts` does.
 */
import type { KeyId, Namespace } from '../../model/state.js';
import { NumberColumn } from '../../model/number-column.js';
import { hashOfNumbers, NO_SLOT, SlotIndex } from '../../model/slot-index.js';
import type { Timestamp } from '../../model/time.js';

export interface Timer {
  readonly time: Timestamp;
  readonly id: KeyId;
  readonly namespace: Namespace;
}

export class TimerRows {
  readonly #times = NumberColumn.ofDoubles();
  /** Of a free slot: the next free one, plus one. */
  readonly #ids = NumberColumn.ofIntegers();
  readonly #namespaces = NumberColumn.ofDoubles();
  readonly #index = new SlotIndex((slot) => this.#hashAt(slot));
  #slots = 0;
  #firstFree = NO_SLOT;

  find({ time, id, namespace }: Timer): number {
    let slot = this.#index.first(hashOfNumbers(id, namespace, time));
    while (slot !== NO_SLOT && !this.#holds(slot, { time, id, namespace })) {
      slot = this.#index.next(slot);
    }
    return slot;
  }

  add({ time, id, namespace }: Timer): number {
    const slot = this.#takeSlot();
    this.#times.set(slot, time);
    this.#ids.set(slot, id);
    this.#namespaces.set(slot, namespace);
    this.#index.add(slot);
    return slot;
  }

  remove(slot: number): void {
    this.#index.remove(slot);
    this.#ids.set(slot, this.#firstFree + 1);
    this.#firstFree = slot;
  }

  timerAt(slot: number): Timer {
    const [time, id] = [this.#times.get(slot), this.#ids.get(slot)];
    return { time, id, namespace: this.#namespaces.get(slot) };
  }

  timeAt(slot: number): Timestamp {
    return this.#times.get(slot);
  }

  #holds(slot: number, { time, id, namespace }: Timer): boolean {
    return (
      this.#ids.get(slot) === id &&
      this.#times.get(slot) === time &&
      this.#namespaces.get(slot) === namespace
    );
  }

  #takeSlot(): number {
    const slot = this.#firstFree;
    if (slot === NO_SLOT) return this.#slots++;
    this.#firstFree = this.#ids.get(slot) - 1;
    return slot;
  }

  #hashAt(slot: number): number {
    return hashOfNumbers(this.#ids.get(slot), this.#namespaces.get(slot), this.#times.get(slot));
  }
}
