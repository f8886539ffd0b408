/**
 * Owns: an Observable of what a job says or gives, for listeners whose failures are not the job's.
 * Refuses: to let a listener that throws end the process: RxJS would throw its error from a timer,
 *     where nobody can catch it. It becomes a warning of the process, one for each throw.
 *
 * Behind `pipe` the subscriber is RxJS's own, and its customs hold; as they do for an error that a
 * listener does not listen to.
 */
import { Observable, type Observer, type Subscriber, type Subscription } from 'rxjs';
import { messageOf } from '../model/error.js';

type Listener<T> = Partial<Observer<T>> | ((value: T) => void) | null | undefined;

export interface ContainedParts<T> {
  /** What is listened to, for the warning. */
  readonly what: string;
  /** Begins to tell a subscriber; answers how to end it. */
  readonly subscribe: (subscriber: Subscriber<T>) => Subscription | (() => void);
}

export class ContainedObservable<T> extends Observable<T> {
  readonly #what: string;

  constructor({ what, subscribe }: ContainedParts<T>) {
    super(subscribe);
    this.#what = what;
  }

  override subscribe(listener?: Listener<T>): Subscription {
    if (isSubscriber(listener)) return super.subscribe(listener);
    const { next, error, complete } =
      typeof listener === 'function' ? { next: listener } : (listener ?? {});
    const tellError = (cause: unknown): void => {
      this.#contain(() => error?.call(listener, cause));
    };
    return super.subscribe({
      next: (value) => {
        this.#contain(() => next?.call(listener, value));
      },
      complete: () => {
        this.#contain(() => complete?.call(listener));
      },
      ...(error === undefined ? {} : { error: tellError }),
    });
  }

  #contain(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      const sentence = `a listener of ${this.#what} threw: ${messageOf(error)}; the job goes on`;
      process.emitWarning(sentence, { type: 'MillraceWarning', code: 'LISTENER_FAILED' });
    }
  }
}

// An operator's subscriber is tied to what comes after it, and must not be wrapped.
function isSubscriber<T>(listener: Listener<T>): listener is Subscriber<T> {
  return typeof listener === 'object' && listener !== null && 'unsubscribe' in listener;
}
