/**
 * Owns: what becomes of a record at which an operator or a source fails, by the user's policy.
 * Refuses: to forget one: it fails the job, or is counted; a side output gets it besides.
 *
 * E6. The first cause is the one that is told, with the operator and the record's key.
 */
import type { FailedRecord, RecordErrorPolicy } from '../../model/failed-record.js';
import type { Key } from '../../model/key.js';
import type { Timestamp } from '../../model/time.js';
import { failureAt, operatorFailure } from './failure.js';
import type { SideOutput } from './side-output.js';

/** The record at hand, as the operator was given it. */
export interface RecordAtHand {
  readonly value: unknown;
  readonly timestamp: Timestamp;
  readonly key?: Key | undefined;
}

export interface RecordErrorsParts {
  readonly operator: string;
  readonly policy: RecordErrorPolicy<unknown>;
  /** Where failed records go; only with a policy that names a side output. */
  readonly side: SideOutput | undefined;
}

export class RecordErrors {
  readonly #parts: RecordErrorsParts;
  #count = 0;

  constructor(parts: RecordErrorsParts) {
    this.#parts = parts;
  }

  /** How many records failed and did not fail the job: `numRecordsInErrors`. */
  count(): number {
    return this.#count;
  }

  /** Throws under `fail`; otherwise the operator goes on with the next record. */
  failed(cause: unknown, { value, timestamp, key }: RecordAtHand): void {
    const { operator, policy, side } = this.#parts;
    if (policy === 'fail') throw failureAt(value, operatorFailure(cause, { operator, key }));
    this.#count += 1;
    if (side === undefined) return;
    const failed: FailedRecord = {
      value,
      timestamp,
      error: operatorFailure(cause, { operator, key }),
    };
    side.emit(failed, timestamp);
  }
}
