/**
 * Owns: what a function answers that may answer any number of records: an iterable, to be drawn.
 * Refuses: what is no iterable, and strings, which are iterables of characters by accident.
 */
import { MillraceError } from '../../model/error.js';

/** `verb` is how the sentence calls the function. */
export function iteratorOf(answer: unknown, verb: string, operator: string): Iterator<unknown> {
  if (!isIterable(answer)) throw notIterable(answer, verb, operator);
  return answer[Symbol.iterator]();
}

function isIterable(answer: unknown): answer is Iterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.iterator in answer;
}

function notIterable(answer: unknown, verb: string, operator: string): MillraceError {
  const what =
    typeof answer === 'string'
      ? 'a string, which is an iterable of its characters'
      : kindOf(answer);
  const sentence = `the ${verb} of ${operator} answered ${what}; answer an array, a Set, a generator or another iterable of records`;
  return new MillraceError('NOT_ITERABLE', sentence, { operator });
}

function kindOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  return Symbol.asyncIterator in answer
    ? 'an async iterable, which cannot be drawn in a step'
    : 'an object that is no iterable';
}
