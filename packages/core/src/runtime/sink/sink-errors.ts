/**
 * Owns: the sentences with which a sink fails its job, and their codes.
 * Refuses: stacks and dumps: a record is shown in part.
 *
 * E6. Where the sink takes failed records, its failure does not hide theirs.
 */
import { MillraceError, isMillraceError, messageOf } from '../../model/error.js';
import { isFailedRecord, type FailedRecord } from '../../model/failed-record.js';
import { failureAt } from '../operator/failure.js';

/** How much of a record a message shows, in characters. */
const RECORD_SHOWN_MAX = 200;

export class SinkErrors<E> {
  readonly #operator: string;
  readonly #describe: (entry: E) => string;
  /** Of which failed record an entry was made. It keeps neither longer than the sink does. */
  readonly #failedRecords = new WeakMap<object, FailedRecord>();

  constructor(operator: string, describe: (entry: E) => string) {
    this.#operator = operator;
    this.#describe = describe;
  }

  error(code: string, what: string, cause?: unknown): MillraceError {
    const operator = this.#operator;
    return new MillraceError(code, `The sink ${operator} ${what}`, { operator, cause });
  }

  /** An entry was made of this record. */
  onAccepted(record: unknown, entry: E): void {
    if (typeof entry !== 'object' || entry === null || !isFailedRecord(record)) return;
    this.#failedRecords.set(entry, record);
  }

  /** No attempt can write this batch. */
  fatal(batch: readonly E[], reason: string, cause: unknown): MillraceError {
    const failed = batch.find((entry) => this.#failedRecordOf(entry) !== undefined);
    const error = this.error('SINK_FAILED', `cannot write: ${reason}`, cause);
    return failureAt(failed && this.#failedRecordOf(failed), error);
  }

  /** The service refused this entry, alone. */
  refusal(entry: E, reason: string, cause: unknown): MillraceError {
    const key = this.#describe(entry);
    const message = `The sink ${this.#operator} was refused the record ${key}: ${reason}`;
    return failureAt(this.#failedRecordOf(entry), this.#refused(message, key, cause));
  }

  /** The connector could not make an entry of this record. */
  unacceptable(record: unknown, cause: unknown): MillraceError {
    const what = `cannot take the record ${shown(record)}: ${messageOf(cause)}`;
    const key = isMillraceError(cause) ? cause.key : undefined;
    const message = `The sink ${this.#operator} ${what}`;
    return failureAt(record, this.#refused(message, key, cause));
  }

  #failedRecordOf(entry: E): FailedRecord | undefined {
    return typeof entry === 'object' && entry !== null ? this.#failedRecords.get(entry) : undefined;
  }

  #refused(message: string, key: unknown, cause: unknown): MillraceError {
    const operator = this.#operator;
    return new MillraceError('SINK_RECORD_REFUSED', message, { operator, key, cause });
  }
}

function shown(record: unknown): string {
  const text = asText(record);
  return text.length <= RECORD_SHOWN_MAX ? text : `${text.slice(0, RECORD_SHOWN_MAX)}...`;
}

// JSON says undefined of some values, and throws for bigints and circles.
function asText(record: unknown): string {
  try {
    return JSON.stringify(record) ?? String(record);
  } catch {
    return Object.prototype.toString.call(record);
  }
}
