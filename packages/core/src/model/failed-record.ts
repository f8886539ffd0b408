/**
 * Owns: what may become of a record at which an operator or source fails, and what is then told of it.
 * Refuses: to decide; the user chooses per operator, and failing the job is the default (E6).
 */
import { isMillraceError, type MillraceError } from './error.js';
import type { OutputTag } from './output-tag.js';
import type { Timestamp } from './time.js';

/** A record at which an operator failed, with the reason. */
export interface FailedRecord<T = unknown> {
  /** What the operator was given; of a source, what it could make of the input: a line, say. */
  readonly value: T;
  readonly timestamp: Timestamp;
  /** Names the operator, the key where there is one, and the first cause. */
  readonly error: MillraceError;
}

/** Whether somebody who handles failed records was given this one. */
export function isFailedRecord(value: unknown): value is FailedRecord {
  if (typeof value !== 'object' || value === null) return false;
  return 'value' in value && 'error' in value && isMillraceError(value.error);
}

/** `fail` the job, `skip` the record and count it, or send it to a side output. */
export type RecordErrorPolicy<T> = 'fail' | 'skip' | OutputTag<FailedRecord<T>>;
