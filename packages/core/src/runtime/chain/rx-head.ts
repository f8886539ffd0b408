/**
 * Owns: where the records of a stretch enter the user's pipe.
 * Refuses: to be a Subject, whose `next` makes an iterator and a closure for each record: nearly always
 *     there is one subscriber, which is told without either.
 */
import { Observable, type Subscriber } from 'rxjs';

type Subscribers = readonly Subscriber<unknown>[];

export class RxHead {
  /** Several where an operator shares or retries. Replaced, never changed: a loop goes on in the old. */
  #subscribers: Subscribers = [];
  /** `refuse` is told of whoever subscribes when all has ended. */
  readonly #refuse: () => void;
  #is: 'open' | 'completed' = 'open';

  constructor(refuse: () => void) {
    this.#refuse = refuse;
  }

  readonly records = new Observable<unknown>((subscriber) => {
    if (this.#is === 'completed') return this.#refuse();
    this.#subscribers = [...this.#subscribers, subscriber];
    return () => {
      this.#subscribers = this.#subscribers.filter((other) => other !== subscriber);
    };
  });

  next(value: unknown): void {
    const subscribers = this.#subscribers;
    if (subscribers.length === 1) subscribers[0]!.next(value);
    else for (const subscriber of subscribers) subscriber.next(value);
  }

  complete(): void {
    this.#is = 'completed';
    for (const subscriber of this.#subscribers) subscriber.complete();
  }
}
