/**
 * Owns: lengths of time with their unit in the name.
 * Refuses: negative and infinite lengths.
 */
import { MillraceError } from '../model/error.js';
import type { Milliseconds } from '../model/time.js';

/** @returns `count` milliseconds. */
export const milliseconds = (count: number): Milliseconds => length(count, 1);

/** @returns `count` seconds, in milliseconds. */
export const seconds = (count: number): Milliseconds => length(count, 1_000);

/** @returns `count` minutes, in milliseconds. */
export const minutes = (count: number): Milliseconds => length(count, 60_000);

/** @returns `count` hours, in milliseconds. */
export const hours = (count: number): Milliseconds => length(count, 3_600_000);

/** @returns `count` times 24 hours, in milliseconds. */
export const days = (count: number): Milliseconds => length(count, 86_400_000);

function length(count: number, unitMs: Milliseconds): Milliseconds {
  const total = count * unitMs;
  if (total >= 0 && Number.isSafeInteger(Math.ceil(total))) return total;
  throw new MillraceError('DURATION_INVALID', `${String(count)} is not a length of time`);
}
