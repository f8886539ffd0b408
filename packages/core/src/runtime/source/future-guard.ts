/**
 * Owns: which timestamps lie too far ahead of the job's clock to move time, and how many did.
 * Refuses: to drop a record; it goes on with the time that it has.
 *
 * S24. One record of the year 2200 would make all others late. So a record that is further ahead than
 *     `futureMsMax` is not told to the generator; it is counted, and the first is told as a notice.
 * By default that is an hour, where the clock shows a date of this century. A clock that began at zero,
 *     as a simulation's does, says nothing about the time of events.
 */
import type { Clock } from '../../model/clock.js';
import {
  addSaturating,
  MAX_TIMESTAMP,
  type Milliseconds,
  type Timestamp,
} from '../../model/time.js';

export const FUTURE_MS_MAX_DEFAULT: Milliseconds = 3_600_000;

const CENTURY_BEGAN_AT: Timestamp = 946_684_800_000;

/** The first record of a subtask's input that came from the future. */
export interface FutureTimestamp {
  readonly source: string;
  /** By its id; a source that is read whole is called by its own name. */
  readonly split: string;
  readonly timestamp: Timestamp;
  readonly aheadMs: Milliseconds;
}

export interface FutureGuardParts {
  readonly source: string;
  readonly clock: Clock;
  readonly futureMsMax: Milliseconds | undefined;
  readonly notify: (future: FutureTimestamp) => void;
}

export class FutureGuard {
  readonly #parts: FutureGuardParts;
  #records = 0;

  constructor(parts: FutureGuardParts) {
    this.#parts = parts;
  }

  timestampMax(): Timestamp {
    const { clock, futureMsMax } = this.#parts;
    const now = clock.now();
    if (futureMsMax !== undefined) return addSaturating(now, futureMsMax);
    return now < CENTURY_BEGAN_AT ? MAX_TIMESTAMP : addSaturating(now, FUTURE_MS_MAX_DEFAULT);
  }

  onFuture(split: string, timestamp: Timestamp): void {
    this.#records += 1;
    if (this.#records > 1) return;
    const { source, clock, notify } = this.#parts;
    notify({ source, split, timestamp, aheadMs: timestamp - clock.now() });
  }

  records(): number {
    return this.#records;
  }
}
