/**
 * Owns: which timer is first: a binary heap of the slots of rows, each of which knows its place, so that
 * one that is deleted leaves nothing behind.
 * Refuses: to hold times; the rows do.
 *
 * T5. Ascending time, then the order of registration.
 */
import { NumberColumn } from '../../model/number-column.js';
import { NO_SLOT } from '../../model/slot-index.js';
import type { TimerRows } from './timer-rows.js';

export class TimerHeap {
  readonly #rows: TimerRows;
  readonly #slots = NumberColumn.ofIntegers();
  /** By slot. */
  readonly #places = NumberColumn.ofIntegers();
  #size = 0;

  constructor(rows: TimerRows) {
    this.#rows = rows;
  }

  size(): number {
    return this.#size;
  }

  first(): number {
    return this.#size === 0 ? NO_SLOT : this.#slots.get(0);
  }

  add(slot: number): void {
    this.#size += 1;
    this.#rise(slot, this.#size - 1);
  }

  remove(slot: number): void {
    const place = this.#places.get(slot);
    this.#size -= 1;
    const last = this.#slots.get(this.#size);
    if (last === slot) return;
    // It may belong higher up than the one whose place it takes, or deeper down.
    if (this.#sink(last, place) === place) this.#rise(last, place);
  }

  *slots(): Iterable<number> {
    for (let place = 0; place < this.#size; place++) yield this.#slots.get(place);
  }

  #rise(slot: number, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#slots.get(above);
      if (!this.#isBefore(slot, parent)) break;
      this.#put(parent, place);
      place = above;
    }
    this.#put(slot, place);
  }

  /** Answers where it came to rest. */
  #sink(slot: number, from: number): number {
    let place = from;
    for (let child = 2 * place + 1; child < this.#size; child = 2 * place + 1) {
      let below = this.#slots.get(child);
      if (child + 1 < this.#size && this.#isBefore(this.#slots.get(child + 1), below)) {
        child += 1;
        below = this.#slots.get(child);
      }
      if (!this.#isBefore(below, slot)) break;
      this.#put(below, place);
      place = child;
    }
    this.#put(slot, place);
    return place;
  }

  #put(slot: number, place: number): void {
    this.#slots.set(place, slot);
    this.#places.set(slot, place);
  }

  #isBefore(slot: number, other: number): boolean {
    const [time, otherTime] = [this.#rows.timeAt(slot), this.#rows.timeAt(other)];
    if (time !== otherTime) return time < otherTime;
    return this.#rows.orderAt(slot) < this.#rows.orderAt(other);
  }
}
