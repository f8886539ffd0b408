/**
 * Owns: the calls to the world that have not ended, so that they can be counted, aborted and waited
 *     for.
 * Refuses: to know what they are for.
 *
 * N2, N6. `letGo` waits for the end of every call, also of those that were given up before, for at
 *     most the time that it is given; what answers in that time still counts, and what does not is
 *     aborted.
 */
import type { Milliseconds } from '../../model/time.js';
import { Attempt, type AttemptParts, type AttemptPorts } from './attempt.js';
import { within } from './within.js';

export interface AttemptsParts extends AttemptPorts {
  readonly onLate: () => void;
  /** A client that ignores its AbortSignal leaves calls behind; only so many are remembered. */
  readonly abandonedMax: number;
}

interface Running {
  readonly ended: Promise<void>;
  abort(): void;
  abandon(): void;
  deliver(): void;
}

export class Attempts {
  readonly #parts: AttemptsParts;
  readonly #running = new Set<Running>();
  readonly #abandoned = new Set<Running>();

  constructor(parts: AttemptsParts) {
    this.#parts = parts;
  }

  /** How many calls are waited for. */
  get size(): number {
    return this.#running.size;
  }

  begin<R>(parts: Omit<AttemptParts<R>, 'onLate'>): void {
    const { onLate } = this.#parts;
    const onOutcome: AttemptParts<R>['onOutcome'] = (outcome) => {
      this.#running.delete(attempt);
      if (outcome.is === 'overdue') this.#remember(attempt);
      parts.onOutcome(outcome);
    };
    const attempt = new Attempt<R>({ ...parts, onLate, onOutcome }, this.#parts);
    this.#running.add(attempt);
  }

  abort(): void {
    for (const attempt of this.#running) attempt.abort();
  }

  /** Resolves when every call has ended, or after `limitMs`. Nothing is expected after that. */
  letGo(limitMs: Milliseconds): Promise<void> {
    const all = [...this.#running, ...this.#abandoned];
    if (all.length === 0) return Promise.resolve();
    const ends = Promise.all(all.map((attempt) => attempt.ended.then(() => attempt.deliver())));
    return within(ends, limitMs, this.#parts.clock).then(() => this.#forget());
  }

  #remember(attempt: Running): void {
    const [oldest] = this.#abandoned;
    if (oldest && this.#abandoned.size >= this.#parts.abandonedMax) this.#abandoned.delete(oldest);
    this.#abandoned.add(attempt);
    void attempt.ended.then(() => this.#abandoned.delete(attempt));
  }

  #forget(): void {
    for (const attempt of this.#running) {
      attempt.abandon();
      attempt.abort();
    }
    this.#running.clear();
  }
}
