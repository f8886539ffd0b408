/**
 * Owns: `flatMap`: what the user's function answers for a record, on its way out.
 * Refuses: what is no iterable, and strings, which are iterables of characters by accident.
 *
 * C3. What there is credit for goes at once; the rest is drawn as credit comes, so that an endless
 *     generator runs for as long as the job does.
 */
import { MillraceError } from '../../model/error.js';
import type { FlatMapSpec } from '../../model/graph.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';

export class FlatMapHandler implements ElementHandler {
  readonly #name: string;
  readonly #flatMap: FlatMapSpec['flatMap'];
  #ports!: HandlerPorts;

  constructor({ name, flatMap }: Pick<FlatMapSpec, 'flatMap'> & { readonly name: string }) {
    this.#name = name;
    this.#flatMap = flatMap;
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  onElement(value: unknown, timestamp: Timestamp): Iterator<unknown> | undefined {
    const answer: unknown = this.#flatMap(value);
    // Nearly always a short array: no iterator for it.
    if (Array.isArray(answer) && answer.length <= this.#ports.room()) {
      for (const each of answer as unknown[]) this.#ports.collect(each, timestamp);
      return undefined;
    }
    if (!isIterable(answer)) throw notIterable(this.#name, answer);
    return answer[Symbol.iterator]();
  }
}

function isIterable(answer: unknown): answer is Iterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.iterator in answer;
}

function notIterable(operator: string, answer: unknown): MillraceError {
  const what =
    typeof answer === 'string'
      ? 'a string, which is an iterable of its characters'
      : kindOf(answer);
  const sentence = `the flatMap of ${operator} answered ${what}; answer an array, a Set, a generator or another iterable of records`;
  return new MillraceError('NOT_ITERABLE', sentence, { operator });
}

function kindOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return String(answer);
  return Symbol.asyncIterator in answer
    ? 'an async iterable, which cannot be drawn in a step'
    : 'an object that is no iterable';
}
