/**
 * Owns: when what was stored has expired, and what counts as a touch.
 * Refuses: event time: a TTL is by the processing time of the job.
 *
 * ST4. Expired is what was touched `ttlMs` ago or longer. ST6. Times are those of the clock: what a job
 *     was not running for counts as well.
 */
import type { StateTtl } from '../../model/state-declaration.js';
import { addSaturating, type Milliseconds, type Timestamp } from '../../model/time.js';

/** A value with the time of its last touch. */
export interface Stamped<V> {
  readonly value: V;
  touchedAt: Timestamp;
}

export class TimeToLive {
  readonly now: () => Timestamp;
  readonly #ttlMs: Milliseconds;
  readonly #touchedBy: NonNullable<StateTtl['update']>;
  readonly #visibility: NonNullable<StateTtl['visibility']>;

  constructor(ttl: StateTtl, now: () => Timestamp) {
    this.now = now;
    this.#ttlMs = ttl.ttlMs;
    this.#touchedBy = ttl.update ?? 'create-and-write';
    this.#visibility = ttl.visibility ?? 'never-return-expired';
  }

  stamp<V>(value: V): Stamped<V> {
    return { value, touchedAt: this.now() };
  }

  isExpired({ touchedAt }: Stamped<unknown>): boolean {
    return addSaturating(touchedAt, this.#ttlMs) <= this.now();
  }

  /** Whether it may be read, as long as it is there. */
  isVisible(stamped: Stamped<unknown>): boolean {
    return this.#visibility === 'return-expired-if-not-cleaned-up' || !this.isExpired(stamped);
  }

  onRead(stamped: Stamped<unknown>): void {
    if (this.#touchedBy === 'read-and-write') stamped.touchedAt = this.now();
  }
}
