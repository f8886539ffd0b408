/**
 * Owns: which timer is first: a heap of the slots of rows, each of which knows its place, so that one that
 * is deleted leaves nothing behind.
 * Refuses: to hold more of a timer than what orders it, which lies beside its slot: of a million timers, to
 *     ask the row of each that is compared takes three times as long as the rest.
 *
 * T5. Ascending time, then the order of registration.
 */
import { NumberColumn } from '../../model/number-column.js';
import { NO_SLOT } from '../../model/slot-index.js';
import type { Timestamp } from '../../model/time.js';

/** Which place among all registrations: what tells timers of one time apart. */
export type Order = number;

/** Below each place; with four, what orders them lies beside each other and the heap is half as deep. */
const CHILDREN = 4;
const CHILDREN_BITS = 2;

interface Entry {
  readonly slot: number;
  readonly time: Timestamp;
  readonly order: Order;
}

export class TimerHeap {
  readonly #slots = NumberColumn.ofIntegers();
  readonly #times = NumberColumn.ofDoubles();
  readonly #orders = NumberColumn.ofDoubles();
  /** By slot. */
  readonly #places = NumberColumn.ofIntegers();
  #size = 0;

  size(): number {
    return this.#size;
  }

  first(): number {
    return this.#size === 0 ? NO_SLOT : this.#slots.get(0);
  }

  orderOf(slot: number): Order {
    return this.#orders.get(this.#places.get(slot));
  }

  add(slot: number, time: Timestamp, order: Order): void {
    this.#size += 1;
    this.#rise({ slot, time, order }, this.#size - 1);
  }

  remove(slot: number): void {
    const place = this.#places.get(slot);
    this.#size -= 1;
    if (place === this.#size) return;
    // It may belong higher up than the one whose place it takes, or deeper down.
    const last = this.#entryAt(this.#size);
    if (this.#sink(last, place) === place) this.#rise(last, place);
  }

  *slots(): Iterable<number> {
    for (let place = 0; place < this.#size; place++) yield this.#slots.get(place);
  }

  #rise(entry: Entry, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> CHILDREN_BITS;
      if (!this.#isBefore(entry, above)) break;
      this.#move(above, place);
      place = above;
    }
    this.#put(entry, place);
  }

  /** Answers where it came to rest. */
  #sink(entry: Entry, from: number): number {
    let place = from;
    for (;;) {
      const child = this.#firstChild(place);
      if (child === NO_SLOT || this.#isBefore(entry, child)) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(entry, place);
    return place;
  }

  /** The place of the one below that comes first. */
  #firstChild(place: number): number {
    const begin = (place << CHILDREN_BITS) + 1;
    const end = Math.min(begin + CHILDREN, this.#size);
    if (begin >= end) return NO_SLOT;
    let first = begin;
    let time = this.#times.get(begin);
    let order = this.#orders.get(begin);
    for (let child = begin + 1; child < end; child++) {
      const other = this.#times.get(child);
      if (other > time || (other === time && this.#orders.get(child) > order)) continue;
      first = child;
      time = other;
      order = this.#orders.get(child);
    }
    return first;
  }

  #entryAt(place: number): Entry {
    return {
      slot: this.#slots.get(place),
      time: this.#times.get(place),
      order: this.#orders.get(place),
    };
  }

  #move(from: number, to: number): void {
    this.#put(this.#entryAt(from), to);
  }

  #put({ slot, time, order }: Entry, place: number): void {
    this.#slots.set(place, slot);
    this.#times.set(place, time);
    this.#orders.set(place, order);
    this.#places.set(slot, place);
  }

  #isBefore({ time, order }: Entry, place: number): boolean {
    const other = this.#times.get(place);
    return time < other || (time === other && order < this.#orders.get(place));
  }
}
