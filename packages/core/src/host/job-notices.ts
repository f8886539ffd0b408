/**
 * Owns: the notices of a job on their way to onlookers.
 * Refuses: to let an onlooker that throws fail anything (`contained-observable.ts`).
 */
import { Subject, type Observable } from 'rxjs';
import { ContainedObservable } from './contained-observable.js';
import type { JobNotice } from './job-handle.js';

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
    return new ContainedObservable({
      what: `the events of job ${this.#job}`,
      subscribe: (subscriber) => this.#notices.subscribe(subscriber),
    });
  }
}
