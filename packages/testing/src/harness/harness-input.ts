/**
 * Owns: the elements that a test has given to a harness and the operator has not taken yet.
 * Refuses: to make time of them: watermarks and statuses go in exactly as they were given.
 */
import { createRun, NO_TIMESTAMP, type Run, type Timestamp } from '@millrace/core/connector';
import type { ControlElement, Input, InputElement } from '@millrace/core/internal';

/** Records that are given together, so that they come in one run. */
interface GivenRecords {
  readonly kind: 'records';
  readonly values: readonly unknown[];
  readonly timestamps: readonly (Timestamp | undefined)[];
}

export class HarnessInput implements Input {
  readonly #given: (GivenRecords | ControlElement)[] = [];
  readonly #run: Run<unknown>;
  /** Within the records that stand first. */
  #offset = 0;

  constructor(runRecordsMax: number) {
    this.#run = createRun(runRecordsMax);
  }

  giveRecords(values: readonly unknown[], timestamps: readonly (Timestamp | undefined)[]): void {
    if (values.length > 0) this.#given.push({ kind: 'records', values, timestamps });
  }

  giveControl(element: ControlElement): void {
    this.#given.push(element);
  }

  /** Whether the operator has taken everything. */
  isTaken(): boolean {
    return this.#given.length === 0;
  }

  open(): void {
    // There is nothing to connect to.
  }

  next(recordsMax: number): InputElement | undefined {
    const first = this.#given[0];
    if (first?.kind === 'records') return this.#nextRun(first, recordsMax);
    this.#given.shift();
    return first;
  }

  close(): void {
    // There is nothing to let go of.
  }

  #nextRun(given: GivenRecords, recordsMax: number): Run<unknown> | undefined {
    const run = this.#run;
    const left = given.values.length - this.#offset;
    run.length = Math.min(left, recordsMax, run.timestamps.length);
    for (let at = 0; at < run.length; at++) {
      run.values[at] = given.values[this.#offset + at];
      run.timestamps[at] = given.timestamps[this.#offset + at] ?? NO_TIMESTAMP;
    }
    this.#offset += run.length;
    if (this.#offset === given.values.length) {
      this.#given.shift();
      this.#offset = 0;
    }
    return run.length > 0 ? run : undefined;
  }
}
