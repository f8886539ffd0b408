/**
 * Owns: the entries of a sink without order per key: first in, first out.
 * Refuses: to know what an entry is beyond its size and its key.
 *
 * Entries that come back go to the front in the order in which they were added, whichever of two
 * requests fails first (Flink's sink turns them round).
 */
import type { BatchLimits, SinkBuffer } from './async-sink-spec.js';

export interface FifoBufferParts<E> {
  /** How the report of what was left unwritten names an entry. */
  readonly keyOf: (entry: E) => string;
  /** Counts toward `batchBytesMax`; without it, batches are bounded by their entries alone. */
  readonly sizeOf?: (entry: E) => number;
}

interface Numbered<E> {
  readonly entry: E;
  readonly number: number;
}

/** Consumed slots at the head of the array are cut off when there are this many of them. */
const COMPACT_AT = 1024;

class FifoBuffer<E extends object> implements SinkBuffer<E> {
  readonly #keyOf: (entry: E) => string;
  readonly #sizeOf: (entry: E) => number;
  readonly #taken = new Map<E, number>();
  #returned: Numbered<E>[] = [];
  #fresh: E[] = [];
  #head = 0;
  #waitingBytes = 0;
  #lastNumber = 0;

  constructor(parts: FifoBufferParts<E>) {
    this.#keyOf = parts.keyOf;
    this.#sizeOf = parts.sizeOf ?? ((): number => 0);
  }

  waiting(): number {
    return this.#returned.length + this.#fresh.length - this.#head;
  }

  inFlight(): number {
    return this.#taken.size;
  }

  replaced(): number {
    return 0;
  }

  add(entry: E): void {
    this.#fresh.push(entry);
    this.#waitingBytes += this.#sizeOf(entry);
  }

  hasFullBatch(limits: BatchLimits): boolean {
    return this.waiting() >= limits.entriesMax || this.#waitingBytes >= limits.bytesMax;
  }

  // An entry that is larger than a whole batch goes alone, for otherwise nothing would go at all.
  take(limits: BatchLimits): readonly E[] {
    const batch: E[] = [];
    for (let bytes = 0; batch.length < limits.entriesMax && this.waiting() > 0;) {
      const next = this.#peek();
      bytes += this.#sizeOf(next.entry);
      if (batch.length > 0 && bytes > limits.bytesMax) break;
      this.#remove(next);
      batch.push(next.entry);
    }
    this.#compact();
    return batch;
  }

  settle(entries: readonly E[]): void {
    for (const entry of entries) this.#numberOf(entry);
  }

  giveBack(entries: readonly E[]): void {
    for (const entry of entries) {
      this.#returned.push({ entry, number: this.#numberOf(entry) });
      this.#waitingBytes += this.#sizeOf(entry);
    }
    this.#returned.sort((a, b) => a.number - b.number);
  }

  keys(keysMax: number): readonly string[] {
    const returned = this.#returned.map(({ entry }) => entry);
    const fresh = this.#fresh.slice(this.#head, this.#head + keysMax);
    const first = [...this.#taken.keys(), ...returned, ...fresh].slice(0, keysMax);
    return first.map(this.#keyOf);
  }

  // Fresh entries get their number when they are taken: that is the order in which they were added.
  #peek(): Numbered<E> {
    return this.#returned[0] ?? { entry: this.#fresh[this.#head]!, number: this.#lastNumber + 1 };
  }

  #remove({ entry, number }: Numbered<E>): void {
    if (this.#returned.length > 0) this.#returned.shift();
    else this.#removeFresh(number);
    this.#taken.set(entry, number);
    this.#waitingBytes -= this.#sizeOf(entry);
  }

  #removeFresh(number: number): void {
    this.#lastNumber = number;
    this.#head += 1;
  }

  #compact(): void {
    if (this.#head < COMPACT_AT && this.#head < this.#fresh.length) return;
    this.#fresh = this.#fresh.slice(this.#head);
    this.#head = 0;
  }

  #numberOf(entry: E): number {
    const number = this.#taken.get(entry);
    if (number === undefined) throw new Error('The entry is not in flight.');
    this.#taken.delete(entry);
    return number;
  }
}

/** A buffer of entries that are objects of their own: each is known by its identity. */
export function fifoBuffer<E extends object>(parts: FifoBufferParts<E>): SinkBuffer<E> {
  return new FifoBuffer(parts);
}
