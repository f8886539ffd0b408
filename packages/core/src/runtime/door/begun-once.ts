/**
 * Owns: which iterators and streams a job has begun to read, so that none is read twice.
 * Refuses: to know who reads them. A generator that is asked again for an iterator answers itself, and a
 *     second run would have nothing, or half of what the first one has.
 */
import { MillraceError } from '../../model/error.js';

const begun = new WeakSet<object>();

/** Answers what it is given, the first time. `door` is the function that the user called. */
export function begunOnce<R extends object>(oneShot: R, door: string): R {
  if (begun.has(oneShot)) throw readTwice(door);
  begun.add(oneShot);
  return oneShot;
}

function readTwice(door: string): MillraceError {
  const sentence = `what ${door} was given can be read only once, and a run of a job has begun to; give it a function that makes a new one: ${door}(() => ...)`;
  return new MillraceError('SOURCE_READ_TWICE', sentence);
}
