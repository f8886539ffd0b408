/**
 * Owns: the first refusal of a record, by the service or by the connector, with which the job fails
 *     once what was accepted has landed; and the keys of records that became no entry.
 * Refuses: to hold entries: one that the service refused stays in flight, and the buffer counts it.
 *
 * D9. One bad record never costs a good one: all that was accepted before it and beside it is written
 *     first, and nothing is accepted after it.
 * N1, N2. A record that became no entry is in no buffer, so it is reported from here. There are at
 *     most as many as one run has, since there is no credit for another.
 */
import type { MillraceError } from '../../model/error.js';

export class Refusals {
  #first: MillraceError | undefined;
  readonly #withoutEntry: MillraceError[] = [];

  /** The job fails with this one; others are counted, and reported by their keys. */
  first(): MillraceError | undefined {
    return this.#first;
  }

  /** The service refused an entry. */
  addOfEntry(refusal: MillraceError): void {
    this.#first ??= refusal;
  }

  /** The connector could not make an entry of a record. */
  addWithoutEntry(refusal: MillraceError): void {
    this.#first ??= refusal;
    this.#withoutEntry.push(refusal);
  }

  /** How many records became no entry. */
  recordsWithoutEntry(): number {
    return this.#withoutEntry.length;
  }

  /** Their keys, as far as the connector could tell them. */
  keysWithoutEntry(): readonly string[] {
    return this.#withoutEntry.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  }
}
