/**
 * Owns: the pairs of one record with many of the other side, drawn one at a time.
 * Refuses: to look at the buffer again: what is there may go while the pairs are drawn.
 */
import type { Timestamp } from '../../model/time.js';
import type { TimedBuffer } from './timed-buffer.js';

export interface PairsParts {
  /** What a pair becomes, given the other record of it. */
  readonly joined: (other: unknown) => unknown;
  readonly timestamp: Timestamp;
  readonly others: TimedBuffer;
  /** The places of the others, the last one excluded. */
  readonly first: number;
  readonly end: number;
}

export class PairIterator implements Iterator<unknown> {
  /** Of the pair that was drawn last. */
  timestamp: Timestamp;
  readonly #joined: PairsParts['joined'];
  readonly #timestamp: Timestamp;
  readonly #values: readonly unknown[];
  readonly #times: readonly Timestamp[];
  #drawn = 0;

  constructor({ joined, timestamp, others, first, end }: PairsParts) {
    this.#joined = joined;
    this.timestamp = timestamp;
    this.#timestamp = timestamp;
    const places = Array.from({ length: end - first }, (_, at) => first + at);
    this.#values = places.map((place) => others.valueAt(place));
    this.#times = places.map((place) => others.timeAt(place));
  }

  next(): IteratorResult<unknown, undefined> {
    if (this.#drawn === this.#values.length) return { done: true, value: undefined };
    const at = this.#drawn++;
    this.timestamp = Math.max(this.#timestamp, this.#times[at]!);
    return { done: false, value: this.#joined(this.#values[at]) };
  }
}
