/**
 * Owns: what the windows that fire answer, and how far it has been drawn.
 * Refuses: to call the function before its window fires, or to keep what it answers over a snapshot, for
 *     which the operator parks the rest.
 *
 * C3. What there is credit for goes at once; more is drawn as credit comes. W5. Results carry the last
 *     timestamp of their window. Of windows that fire in one call, the answers follow each other. J27. None
 *     goes before all of them have answered: what fails takes the others with it, whatever the credit.
 */
import { keyOfCanonical } from '../../model/key.js';
import type { KeyTable } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { AnyWindowAnswer } from '../../model/window-function.js';
import type { HandlerPorts } from '../operator/element-handler.js';
import { iteratorOf } from '../operator/iterable-answer.js';
import type { FiredWindow, WindowOutput } from './window-output.js';

export interface WindowAnswersParts {
  readonly name: string;
  readonly apply: AnyWindowAnswer;
  readonly keys: KeyTable;
}

interface Answer {
  readonly values: unknown;
  readonly iterator: Iterator<unknown>;
  readonly timestamp: Timestamp;
}

export class WindowAnswers implements WindowOutput, Iterator<unknown> {
  readonly #parts: WindowAnswersParts;
  #ports!: HandlerPorts;
  /** In the order in which their windows fired; one for each window of a record at most. */
  #answers: Answer[] = [];

  constructor(parts: WindowAnswersParts) {
    this.#parts = parts;
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  emit({ id, window, timestamp }: FiredWindow, input: unknown): void {
    const { name, apply, keys } = this.#parts;
    const key = keyOfCanonical(keys.keyOf(id));
    const values = apply.answer(input, { key, window });
    this.#answers.push({ values, iterator: iteratorOf(values, apply.verb, name), timestamp });
  }

  clear(): void {
    // Nothing is kept for a window beside its contents.
  }

  /** All windows of a call have fired: what is still to be drawn of their answers, if there is some. */
  toDraw(): Iterator<unknown> | undefined {
    for (let first; (first = this.#answers[0]) !== undefined; this.#answers.shift()) {
      const { values, timestamp } = first;
      if (!this.#goesAtOnce(values)) return this;
      for (const each of values) this.#ports.collect(each, timestamp);
    }
    return undefined;
  }

  /** Of the answer that is being drawn. */
  timestamp(): Timestamp {
    return this.#answers[0]!.timestamp;
  }

  next(): IteratorResult<unknown, undefined> {
    for (let first; (first = this.#answers[0]) !== undefined; this.#answers.shift()) {
      const next = this.#nextOf(first.iterator);
      if (next.done !== true) return { done: false, value: next.value };
    }
    return { done: true, value: undefined };
  }

  /** Nobody draws any more. */
  return(): IteratorResult<unknown, undefined> {
    for (const { iterator } of this.#answers.splice(0)) iterator.return?.();
    return { done: true, value: undefined };
  }

  /** Nearly always few: they are not drawn one by one. */
  #goesAtOnce(values: unknown): values is readonly unknown[] {
    return Array.isArray(values) && values.length <= this.#ports.room();
  }

  /** What fails takes with it what else its record has made fire. */
  #nextOf(iterator: Iterator<unknown>): IteratorResult<unknown, unknown> {
    try {
      return iterator.next();
    } catch (cause) {
      this.#answers = [];
      throw cause;
    }
  }
}
