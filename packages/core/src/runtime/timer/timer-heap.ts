/**
 * Owns: which timer is first: a heap of the slots of rows, each of which knows its place, so that one that
 * is deleted leaves nothing behind.
 * Refuses: to hold more of a timer than its time, which lies beside its slot: of a million timers, to ask
 *     the row of each that is compared takes three times as long as the rest.
 *
 * T5. Ascending time, then the order of registration.
 */
import { NumberColumn } from '../../model/number-column.js';
import { NO_SLOT } from '../../model/slot-index.js';
import type { Timestamp } from '../../model/time.js';
import type { TimerRows } from './timer-rows.js';

/** Below each place; with four, their times lie beside each other and the heap is half as deep. */
const CHILDREN = 4;
const CHILDREN_BITS = 2;

export class TimerHeap {
  readonly #rows: TimerRows;
  readonly #slots = NumberColumn.ofIntegers();
  readonly #times = NumberColumn.ofDoubles();
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
    const time = this.#rows.timeAt(slot);
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> CHILDREN_BITS;
      if (!this.#isBefore(slot, time, above)) break;
      this.#move(above, place);
      place = above;
    }
    this.#put(slot, time, place);
  }

  /** Answers where it came to rest. */
  #sink(slot: number, from: number): number {
    const time = this.#rows.timeAt(slot);
    let place = from;
    for (;;) {
      const child = this.#firstChild(place);
      if (child === NO_SLOT || this.#isBefore(slot, time, child)) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(slot, time, place);
    return place;
  }

  /** The place of the one below that comes first. */
  #firstChild(place: number): number {
    const begin = (place << CHILDREN_BITS) + 1;
    const end = Math.min(begin + CHILDREN, this.#size);
    if (begin >= end) return NO_SLOT;
    let first = begin;
    let time = this.#times.get(begin);
    for (let child = begin + 1; child < end; child++) {
      const other = this.#times.get(child);
      if (
        other > time ||
        (other === time && !this.#isBefore(this.#slots.get(child), other, first))
      ) {
        continue;
      }
      first = child;
      time = other;
    }
    return first;
  }

  #move(from: number, to: number): void {
    this.#put(this.#slots.get(from), this.#times.get(from), to);
  }

  #put(slot: number, time: Timestamp, place: number): void {
    this.#slots.set(place, slot);
    this.#times.set(place, time);
    this.#places.set(slot, place);
  }

  #isBefore(slot: number, time: Timestamp, place: number): boolean {
    const other = this.#times.get(place);
    if (time !== other) return time < other;
    return this.#rows.orderAt(slot) < this.#rows.orderAt(this.#slots.get(place));
  }
}
