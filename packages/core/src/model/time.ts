/**
 * Owns: event and processing time as plain numbers, their two ends, and arithmetic that saturates.
 * Refuses: to read a clock (see `clock.ts`).
 *
 * Timestamps are milliseconds since the epoch. The ends are safe integers and not Infinity, so that
 * every format that a snapshot may use can hold them.
 */

/** Milliseconds since the epoch, negative before 1970. */
export type Timestamp = number;

/** A length of time in milliseconds. */
export type Milliseconds = number;

/** Before all time: the watermark of an input that has said nothing yet. */
export const MIN_TIMESTAMP: Timestamp = Number.MIN_SAFE_INTEGER;

/** The end of time: the watermark that follows the last record of a bounded input. */
export const MAX_TIMESTAMP: Timestamp = Number.MAX_SAFE_INTEGER;

/** The timestamp of a record to which nobody has given one. */
export const NO_TIMESTAMP: Timestamp = MIN_TIMESTAMP;

/** `timestamp + duration`, held between the two ends of time. */
export function addSaturating(timestamp: Timestamp, duration: Milliseconds): Timestamp {
  return Math.max(MIN_TIMESTAMP, Math.min(MAX_TIMESTAMP, timestamp + duration));
}

/** True for numbers that lie between the two ends of time; false for NaN and infinities. */
export function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'number' && value >= MIN_TIMESTAMP && value <= MAX_TIMESTAMP;
}
