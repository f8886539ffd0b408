/**
 * Owns: one iteration of `toAsyncIterable`, and the job that it runs.
 * Refuses: to start it before somebody asks, and to leave it running when the loop is left.
 *
 * E6. The first cause of a failure rejects one `next()`, which is the one that an async generator's would
 *     reject; after it there is nothing more.
 */
import type { JobHandle } from '../host/job-handle.js';
import { endedEarly } from './ended-early.js';
import { DONE, type Answer, type Handover } from './handover.js';

export interface JobIteratorParts<T> {
  readonly handover: Handover<T>;
  readonly run: () => Promise<JobHandle>;
  readonly signal: AbortSignal | undefined;
}

export class JobIterator<T> implements AsyncIterator<T, undefined> {
  readonly #parts: JobIteratorParts<T>;
  #run: Promise<JobHandle> | undefined;
  /** How it ended: whoever comes to its end first is told. */
  #ending: Promise<void> | undefined;

  constructor(parts: JobIteratorParts<T>) {
    this.#parts = parts;
  }

  next(): Promise<Answer<T>> {
    this.#run ??= this.#begin();
    return this.#answered(this.#parts.handover.take());
  }

  /** Ends the job, and waits until its sources and sinks have let go. */
  return(): Promise<Answer<T>> {
    this.#parts.handover.leave();
    return this.#end(async () => {
      const handle = await this.#run;
      await handle?.stop();
    });
  }

  async throw(cause: unknown): Promise<never> {
    await this.return();
    throw cause;
  }

  #begin(): Promise<JobHandle> | undefined {
    if (this.#ending !== undefined) return undefined;
    const { handover, run } = this.#parts;
    const running = run();
    running.then(
      // A failure is told to whoever asks next, however late that is.
      (handle) => handle.done.catch(() => undefined),
      () => handover.close(),
    );
    return running;
  }

  async #answered(asked: Promise<Answer<T>>): Promise<Answer<T>> {
    let answer: Answer<T>;
    try {
      answer = await asked;
    } catch {
      return this.#end(() => this.#ended('early'));
    }
    return answer.done === true ? this.#end(() => this.#ended('at-its-end')) : answer;
  }

  /** Whoever comes first hears of a failure; to the others there is nothing more. */
  async #end(how: () => Promise<void>): Promise<Answer<T>> {
    const isFirst = this.#ending === undefined;
    this.#ending ??= how();
    try {
      await this.#ending;
    } catch (cause) {
      if (isFirst) throw cause;
    }
    return DONE;
  }

  /** Rejects where the job has not come to the end of its input, with the best reason that there is. */
  async #ended(how: 'at-its-end' | 'early'): Promise<void> {
    const handle = await this.#run;
    const result = await handle?.done;
    if (result === undefined || how === 'at-its-end') return;
    throw endedEarly(result.ended, { name: handle!.name, signal: this.#parts.signal });
  }
}
