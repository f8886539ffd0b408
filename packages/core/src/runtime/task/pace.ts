/**
 * Owns: how many records the next step of a task takes.
 * Refuses: to look at a clock; whoever steps the task says how long that took.
 *
 * L1. A step cannot be interrupted, and what a record costs is the user's affair. So a step that took
 *     longer than its share halves the next one, and others double it, up to a whole run. The first
 *     is short, since nothing is known yet.
 */
import type { RuntimeLimits } from '../../model/limits.js';
import type { Milliseconds } from '../../model/time.js';

/** Short enough for records that take tens of microseconds each; a few steps later it is a run. */
const FIRST_STEP_RECORDS = 64;

export type PaceLimits = Pick<RuntimeLimits, 'runRecordsMax' | 'stepMsMax'>;

export class Pace {
  readonly #limits: PaceLimits;
  #records: number;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#records = Math.min(FIRST_STEP_RECORDS, limits.runRecordsMax);
  }

  /** How many records the next step takes at most. */
  records(): number {
    return this.#records;
  }

  onStep(tookMs: Milliseconds): void {
    const { runRecordsMax, stepMsMax } = this.#limits;
    if (tookMs > stepMsMax) this.#records = Math.max(1, this.#records >> 1);
    else if (this.#records < runRecordsMax) {
      this.#records = Math.min(runRecordsMax, 2 * this.#records);
    }
  }
}
