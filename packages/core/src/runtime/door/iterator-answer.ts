/**
 * Owns: what the two functions of an async iterator answer, made regular: a real promise, and an answer
 *     that is one.
 * Refuses: to wait. Iterators are written by hand, and many of them throw where they should reject, or
 *     answer at once where they should promise.
 */
import { MillraceError } from '../../model/error.js';

/** What a reader does with an answer; `onThrown` is told whatever goes wrong on the way. */
export interface AnswerHandlers<T> {
  readonly onValue: (value: T) => void;
  readonly onEnd: () => void;
  readonly onThrown: (cause: unknown) => void;
}

/**
 * What becomes of each answer of an iterator. A thenable that answers at once does so in a later
 * microtask, so that no stack grows.
 */
export class IteratorAnswers<T> {
  readonly #handlers: AnswerHandlers<T>;

  constructor(handlers: AnswerHandlers<T>) {
    this.#handlers = handlers;
  }

  /** Calls `next()` and has its answer handled, once. */
  ask(iterator: AsyncIterator<T, unknown>): void {
    promised(() => iterator.next()).then(this.#onAnswer, this.#handlers.onThrown);
  }

  readonly #onAnswer = (answer: IteratorResult<T, unknown>): void => {
    const { onValue, onEnd, onThrown } = this.#handlers;
    try {
      if (checked(answer).done) onEnd();
      else onValue(answer.value as T);
    } catch (cause) {
      onThrown(cause);
    }
  };
}

/** Calls `return()`, where there is one, and resolves when it has. */
export function returned(iterator: AsyncIterator<unknown, unknown>): Promise<void> {
  return promised(() => iterator.return?.()).then(() => undefined);
}

function promised<R>(call: () => PromiseLike<R> | R): Promise<R> {
  try {
    return Promise.resolve(call());
  } catch (cause) {
    // The iterator's own cause, whatever it is.
    return Promise.resolve().then(() => {
      throw cause;
    });
  }
}

function checked<T>(answer: IteratorResult<T, unknown>): IteratorResult<T, unknown> {
  if (typeof answer === 'object' && (answer as unknown) !== null) return answer;
  const sentence = `next() of an async iterator answered ${String(answer)}; it must answer { value, done }`;
  throw new MillraceError('ITERATOR_INVALID', sentence);
}
