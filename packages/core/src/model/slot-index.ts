/**
 * Owns: finding numbered slots by a hash of what stands in them.
 * Refuses: to know what that is: whoever asks compares.
 *
 * Linear hashing: with each slot that is added one bucket is split, so that there is never a moment at
 * which everything moves. A Map of a million entries stands still for 200 ms when it doubles.
 */
import { NumberColumn } from './number-column.js';

/** No slot. */
export const NO_SLOT = -1;

const FIRST_BUCKETS = 16;

export class SlotIndex {
  readonly #hashOf: (slot: number) => number;
  /** By bucket, then by slot: the next slot of the bucket, plus one; zero is the end. */
  readonly #heads = NumberColumn.ofIntegers();
  readonly #nexts = NumberColumn.ofIntegers();
  /** The buckets of this round of splitting, before it; those up to twice as many come of it. */
  #level = FIRST_BUCKETS;
  #buckets = FIRST_BUCKETS;
  #size = 0;

  constructor(hashOf: (slot: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The first of the slots that may have this hash; `next` leads to the others. */
  first(hash: number): number {
    return this.#heads.get(this.#bucketOf(hash)) - 1;
  }

  next(slot: number): number {
    return this.#nexts.get(slot) - 1;
  }

  add(slot: number): void {
    this.#push(this.#bucketOf(this.#hashOf(slot)), slot);
    this.#size += 1;
    if (this.#size > this.#buckets) this.#split();
  }

  remove(slot: number): void {
    const bucket = this.#bucketOf(this.#hashOf(slot));
    const next = this.#nexts.get(slot);
    this.#size -= 1;
    let before = this.#heads.get(bucket) - 1;
    if (before === slot) {
      this.#heads.set(bucket, next);
      return;
    }
    while (this.#nexts.get(before) - 1 !== slot) before = this.#nexts.get(before) - 1;
    this.#nexts.set(before, next);
  }

  #bucketOf(hash: number): number {
    const bucket = hash & (2 * this.#level - 1);
    return bucket < this.#buckets ? bucket : hash & (this.#level - 1);
  }

  #push(bucket: number, slot: number): void {
    this.#nexts.set(slot, this.#heads.get(bucket));
    this.#heads.set(bucket, slot + 1);
  }

  #split(): void {
    let slot = this.first(this.#buckets - this.#level);
    this.#heads.set(this.#buckets - this.#level, 0);
    this.#buckets += 1;
    while (slot !== NO_SLOT) {
      const next = this.next(slot);
      this.#push(this.#bucketOf(this.#hashOf(slot)), slot);
      slot = next;
    }
    if (this.#buckets === 2 * this.#level) this.#level = this.#buckets;
  }
}

/** A hash of whole numbers up to 2^53: a key's, a namespace, a time. */
export function hashOfNumbers(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ fold(b), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ fold(c), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function fold(number: number): number {
  return (number | 0) ^ Math.imul(Math.floor(number / 0x100000000) | 0, 0x27d4eb2f);
}
