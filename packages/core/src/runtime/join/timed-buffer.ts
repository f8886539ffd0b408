/**
 * Owns: records of one key and one side of a join, by their timestamps, and among equal ones by arrival.
 * Refuses: to say for how long they are kept.
 *
 * Records come almost in order, and go from the front. So they lie in two sorted arrays with a gap at the
 * front, which is closed when it is as large as the rest.
 */
import type { RowForm } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';

export class TimedBuffer {
  readonly #times: Timestamp[] = [];
  readonly #values: unknown[] = [];
  #first = 0;
  /** When its owner has a look at it again; it is kept with the records, as the owner's timer is. */
  lookAt: Timestamp | undefined;

  get length(): number {
    return this.#times.length - this.#first;
  }

  /** Those of a place from 0 on. */
  timeAt(place: number): Timestamp {
    return this.#times[this.#first + place]!;
  }

  valueAt(place: number): unknown {
    return this.#values[this.#first + place];
  }

  insert(value: unknown, time: Timestamp): void {
    const end = this.#times.length;
    if (end === this.#first || time >= this.#times[end - 1]!) {
      this.#times.push(time);
      this.#values.push(value);
      return;
    }
    const at = this.#first + this.placeAfter(time);
    this.#times.splice(at, 0, time);
    this.#values.splice(at, 0, value);
  }

  /** The place of the first record at `time` or later. */
  placeFrom(time: Timestamp): number {
    return this.placeAfter(time - 1);
  }

  /** The place of the first record later than `time`: mostly that is one of both ends. */
  placeAfter(time: Timestamp): number {
    let low = this.#first;
    let high = this.#times.length;
    if (low === high || this.#times[low]! > time) return 0;
    if (this.#times[high - 1]! <= time) return high - low;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#times[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return low - this.#first;
  }

  /** Forgets the records up to `time`. */
  dropUntil(time: Timestamp): void {
    if (this.length > 0 && this.#times[this.#first]! <= time) this.drop(this.placeAfter(time));
  }

  /** Forgets so many from the front. */
  drop(count: number): void {
    const end = this.#first + count;
    for (let at = this.#first; at < end; at++) this.#values[at] = undefined;
    this.#first = end;
    if (this.#first >= this.length) this.#closeGap();
  }

  // Not by `splice`, which answers what it takes out: mostly it is two or three that move.
  #closeGap(): void {
    const length = this.length;
    for (let at = 0; at < length; at++) {
      this.#times[at] = this.#times[this.#first + at]!;
      this.#values[at] = this.#values[this.#first + at];
    }
    for (; this.#first > 0; this.#first--) {
      this.#times.pop();
      this.#values.pop();
    }
  }

  /** A copy, in order. */
  values(): readonly unknown[] {
    return this.#values.slice(this.#first);
  }

  times(): readonly Timestamp[] {
    return this.#times.slice(this.#first);
  }
}

type Stored = readonly [
  times: readonly Timestamp[],
  values: readonly unknown[],
  lookAt: Timestamp | null,
];

export const timedBufferForm: RowForm<TimedBuffer> = {
  kind: 'timed-buffer',
  toStored: (buffer) => {
    const stored: Stored = [buffer.times(), buffer.values(), buffer.lookAt ?? null];
    return { value: stored, touchedAt: undefined };
  },
  toRow: ({ value }) => {
    const [times, values, lookAt] = value as Stored;
    const buffer = new TimedBuffer();
    for (const [at, time] of times.entries()) buffer.insert(values[at], time);
    buffer.lookAt = lookAt ?? undefined;
    return buffer;
  },
};
