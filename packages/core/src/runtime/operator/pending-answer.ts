/**
 * Owns: the iterable that was answered for a record or a timer, which is drawn as there is room for it.
 * Refuses: to draw a record that it would have no place for.
 *
 * C3. Iterables are drained by credit. K3. For a snapshot the rest of it is parked, since an iterator cannot
 *     be kept; where that is too much, the snapshot is declined, and nothing is lost by it.
 */
import { MillraceError } from '../../model/error.js';
import type { Timestamp } from '../../model/time.js';
import type { ElementHandler } from './element-handler.js';

/** The record that is answered. What is drawn has its timestamp, unless the handler says another. */
export interface AnsweredRecord {
  readonly value: unknown;
  readonly timestamp: Timestamp;
}

/** Who answers, and may know the time of what was drawn better. */
type Answers = Pick<ElementHandler, 'timestampOfAnswer'>;

/** Where what is drawn goes, as long as there is room. */
export interface AnswerRoom {
  hasRoom(): boolean;
  collect(value: unknown, timestamp: Timestamp): void;
}

/** Where it is kept, whatever the room. */
export interface AnswerPlace {
  hasPlace(): boolean;
  park(value: unknown, timestamp: Timestamp): void;
}

/** Is told of what an answer throws, and of the record that it was for: none where it was a timer. */
export type AnswerFailed = (cause: unknown, record: AnsweredRecord | undefined) => void;

export class PendingAnswer {
  readonly #answers: Answers;
  readonly #failed: AnswerFailed;
  #iterator: Iterator<unknown> | undefined;
  #record: AnsweredRecord | undefined;

  constructor(answers: Answers, failed: AnswerFailed) {
    this.#answers = answers;
    this.#failed = failed;
  }

  /** Where it is a timer that is answered, its handler knows the time of what is drawn. */
  begin(iterator: Iterator<unknown>, record: AnsweredRecord | undefined): void {
    this.#iterator = iterator;
    this.#record = record;
  }

  isThere(): boolean {
    return this.#iterator !== undefined;
  }

  /** Draws as long as there is room; true when that was some. What the iterator throws ends it. */
  drain(into: AnswerRoom): boolean {
    let drained = false;
    while (this.#iterator !== undefined && into.hasRoom()) {
      const next = this.#next(this.#iterator);
      drained = true;
      if (next.done === true) this.#iterator = undefined;
      else into.collect(next.value, this.#answers.timestampOfAnswer?.() ?? this.#record!.timestamp);
    }
    return drained;
  }

  /** Parks all that is left. */
  parkIn(place: AnswerPlace, operator: string): void {
    this.drain({
      hasRoom: () => {
        if (place.hasPlace()) return true;
        throw snapshotDeclined(operator);
      },
      collect: (value, timestamp) => {
        place.park(value, timestamp);
      },
    });
  }

  /** Nobody draws any more: a generator's `finally` runs. */
  close(): void {
    const iterator = this.#iterator;
    this.#iterator = undefined;
    iterator?.return?.();
  }

  #next(iterator: Iterator<unknown>): IteratorResult<unknown, unknown> {
    try {
      return iterator.next();
    } catch (cause) {
      this.#iterator = undefined;
      this.#failed(cause, this.#record);
      return { done: true, value: undefined };
    }
  }
}

function snapshotDeclined(operator: string): MillraceError {
  const sentence = `${operator} is in the middle of an answer that has more than parkedRecordsMax records left; a snapshot can be taken when it is at its end, and an endless one is better a source`;
  return new MillraceError('SNAPSHOT_DECLINED', sentence, { operator });
}
