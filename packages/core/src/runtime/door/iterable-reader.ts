/**
 * Owns: reading an iterator at the pace of the job, from its first value to its end or to `return()`.
 * Refuses: to draw a value for which there is no credit (C3); so an endless generator is a source like any.
 *
 * I1. `return()` is called once where the iterator is left before its end, and never behind its end, or
 *     when it has thrown.
 */
import { appendRecord, type Run } from '../../model/run.js';
import type { InputStatus, SourceReader } from '../../model/source.js';

type Status<T> =
  | { readonly is: 'created' | 'over' }
  | { readonly is: 'reading'; readonly iterator: Iterator<T, unknown> }
  | { readonly is: 'broken'; readonly cause: unknown };

export class IterableReader<T> implements SourceReader<T> {
  readonly #begin: () => Iterator<T, unknown>;
  #status: Status<T> = { is: 'created' };

  constructor(begin: () => Iterator<T, unknown>) {
    this.#begin = begin;
  }

  open(): void {
    this.#status = { is: 'reading', iterator: this.#begin() };
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    if (this.#status.is === 'broken') throw this.#status.cause;
    if (this.#status.is !== 'reading') return 'end-of-input';
    const { iterator } = this.#status;
    const before = run.length;
    try {
      return this.#draw(iterator, run, before + recordsMax);
    } catch (cause) {
      this.#status = { is: 'broken', cause };
      // What came before goes out first; the next poll throws.
      if (run.length > before) return 'more-available';
      throw cause;
    }
  }

  close(): void {
    if (this.#status.is !== 'reading') return;
    const { iterator } = this.#status;
    this.#status = { is: 'over' };
    iterator.return?.();
  }

  #draw(iterator: Iterator<T, unknown>, run: Run<T>, end: number): InputStatus {
    while (run.length < end) {
      const next = iterator.next();
      if (next.done) {
        this.#status = { is: 'over' };
        return 'end-of-input';
      }
      appendRecord(run, next.value);
    }
    return 'more-available';
  }
}
