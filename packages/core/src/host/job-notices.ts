/**
 * Owns: the notices of a job on their way to onlookers.
 * Refuses: to let an onlooker that throws end the process: RxJS would throw its error from a timer,
 *     where nobody can catch it. It becomes a warning of the process, one for each throw.
 *
 * Behind `pipe` the subscriber is RxJS's own, and its customs hold.
 */
import { Observable, Subject, type Observer, type Subscription } from 'rxjs';
import { messageOf } from '../model/error.js';
import type { JobNotice } from './job-handle.js';

type Listener = Partial<Observer<JobNotice>> | ((notice: JobNotice) => void) | null | undefined;

export class JobNotices {
  readonly #job: string;
  readonly #notices = new Subject<JobNotice>();

  constructor(job: string) {
    this.#job = job;
  }

  next(notice: JobNotice): void {
    this.#notices.next(notice);
  }

  complete(): void {
    this.#notices.complete();
  }

  /** For onlookers. */
  asObservable(): Observable<JobNotice> {
    return new Contained(this.#job, this.#notices);
  }
}

class Contained extends Observable<JobNotice> {
  readonly #job: string;

  constructor(job: string, notices: Observable<JobNotice>) {
    super((subscriber) => notices.subscribe(subscriber));
    this.#job = job;
  }

  override subscribe(listener?: Listener): Subscription {
    if (isSubscriber(listener)) return super.subscribe(listener);
    const { next, complete } =
      typeof listener === 'function' ? { next: listener } : (listener ?? {});
    return super.subscribe({
      next: (notice) => {
        this.#contain(() => next?.call(listener, notice));
      },
      complete: () => {
        this.#contain(() => complete?.call(listener));
      },
    });
  }

  #contain(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      const sentence = `a listener of the events of job ${this.#job} threw: ${messageOf(error)}; the job goes on`;
      process.emitWarning(sentence, { type: 'MillraceWarning', code: 'LISTENER_FAILED' });
    }
  }
}

// An operator's subscriber is tied to what comes after it, and must not be wrapped.
function isSubscriber(listener: Listener): listener is Observer<JobNotice> {
  return typeof listener === 'object' && listener !== null && 'unsubscribe' in listener;
}
