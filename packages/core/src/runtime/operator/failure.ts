/**
 * Owns: the sentence for a user function that threw (which operator, which key, what it said), and
 * for a timestamp that is none, or is missing.
 * Also names the failure that was being handled, where it was one.
 * Refuses: to hide the first cause; it travels as `cause` (E6).
 */
import { MillraceError, isMillraceError, messageOf } from '../../model/error.js';
import { isFailedRecord } from '../../model/failed-record.js';
import type { Key } from '../../model/key.js';
import { isTimestamp, NO_TIMESTAMP, type Timestamp } from '../../model/time.js';

interface Place {
  readonly operator: string;
  readonly key?: Key | undefined;
}

/** Names the operator, and the key where there is one. An error that names one already stays. */
export function operatorFailure(cause: unknown, place: Place): MillraceError {
  if (isMillraceError(cause) && cause.operator !== undefined) return cause;
  const key = place.key === undefined ? '' : ` at key ${showKey(place.key)}`;
  const code = isMillraceError(cause) ? cause.code : 'OPERATOR_FAILED';
  return new MillraceError(code, `${place.operator} failed${key}: ${messageOf(cause)}`, {
    cause,
    operator: place.operator,
    key: place.key,
  });
}

/**
 * The failure of somebody who was given this record. If it had failed before, elsewhere, that is told
 * as well: a handler of failures that fails must not hide what it was to handle.
 */
export function failureAt(record: unknown, error: MillraceError): MillraceError {
  if (!isFailedRecord(record)) return error;
  const { code, message, cause, operator = '' } = error;
  const before = record.error;
  const sentence = `${message} (with a record that had failed before: ${before.message})`;
  return new MillraceError(code, sentence, { cause, operator, key: error.key ?? before.key });
}

/** Does something on behalf of an operator: what it throws goes by the operator's name (E6). */
export function onBehalfOf<R>(operator: string, act: () => R): R {
  try {
    return act();
  } catch (cause) {
    throw operatorFailure(cause, { operator });
  }
}

/** A record was given a timestamp that is none: NaN, an infinity, or beyond the ends of time. */
export function badTimestamp(timestamp: unknown, operator: string): MillraceError {
  const sentence = `${operator} was given ${String(timestamp)} as the timestamp of a record; return milliseconds since the epoch`;
  return new MillraceError('TIMESTAMP_INVALID', sentence, { operator });
}

/** Why an operator needs the event time of its records, as the rest of a sentence about it. */
export type EventTimeUse = 'is an event-time window' | 'joins by event time';

/** The timestamp of a record, to an operator that can do nothing without it. */
export function eventTimeOf(timestamp: Timestamp, operator: string, use: EventTimeUse): Timestamp {
  if (timestamp === NO_TIMESTAMP) throw timestampMissing(operator, use);
  if (!isTimestamp(timestamp)) throw badTimestamp(timestamp, operator);
  return timestamp;
}

function timestampMissing(operator: string, use: EventTimeUse): MillraceError {
  const sentence = `${operator} ${use} and got a record without a timestamp; give its source watermarks`;
  return new MillraceError('TIMESTAMP_MISSING', sentence, { operator });
}

function showKey(key: Key): string {
  if (typeof key === 'object') return `[${key.map(showKey).join(', ')}]`;
  return typeof key === 'string' ? JSON.stringify(key) : String(key);
}
