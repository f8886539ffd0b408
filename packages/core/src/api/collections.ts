/**
 * Owns: sources over what is in memory: arrays and ranges of numbers.
 * Refuses: to copy an array; it is read where it is.
 */
import { MillraceError } from '../model/error.js';
import type { Run } from '../model/run.js';
import type { InputStatus, Source, SourceReader } from '../model/source.js';
import { NO_TIMESTAMP } from '../model/time.js';

/**
 * A bounded source of the array's elements, in order.
 *
 * @example
 * ```ts
 * import { fromArray } from '@millrace/core';
 *
 * console.log(fromArray(['a', 'b']).boundedness); // bounded
 * ```
 */
export function fromArray<T>(values: readonly T[]): Source<T> {
  return bounded('array', () => new ArrayReader(values));
}

/**
 * A bounded source of the integers from `first` to `last`, both included.
 *
 * @example
 * ```ts
 * import { fromSequence } from '@millrace/core';
 *
 * console.log(fromSequence(1, 10).name); // sequence
 * ```
 */
export function fromSequence(first: number, last: number): Source<number> {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) {
    const sentence = `fromSequence(${String(first)}, ${String(last)}) needs two safe integers`;
    throw new MillraceError('SEQUENCE_INVALID', sentence);
  }
  return bounded('sequence', () => new SequenceReader(first, last));
}

function bounded<T>(name: string, createReader: () => SourceReader<T>): Source<T> {
  return { name, boundedness: 'bounded', createReader };
}

class ArrayReader<T> implements SourceReader<T> {
  readonly #values: readonly T[];
  #at = 0;

  constructor(values: readonly T[]) {
    this.#values = values;
  }

  open(): void {
    // Nothing to open.
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    const end = Math.min(this.#values.length, this.#at + recordsMax);
    const { values } = run;
    let length = run.length;
    for (let at = this.#at; at < end; at++, length++) values[length] = this.#values[at] as T;
    run.timestamps.fill(NO_TIMESTAMP, run.length, length);
    run.length = length;
    this.#at = end;
    return end === this.#values.length ? 'end-of-input' : 'more-available';
  }

  close(): void {
    // Nothing to close.
  }
}

class SequenceReader implements SourceReader<number> {
  readonly #last: number;
  #next: number;

  constructor(first: number, last: number) {
    this.#next = first;
    this.#last = last;
  }

  open(): void {
    // Nothing to open.
  }

  poll(run: Run<number>, recordsMax: number): InputStatus {
    const end = Math.min(this.#last + 1, this.#next + recordsMax);
    const { values } = run;
    let length = run.length;
    for (let next = this.#next; next < end; next++, length++) values[length] = next;
    run.timestamps.fill(NO_TIMESTAMP, run.length, length);
    run.length = length;
    this.#next = Math.max(end, this.#next);
    return this.#next > this.#last ? 'end-of-input' : 'more-available';
  }

  close(): void {
    // Nothing to close.
  }
}
