/**
 * Owns: the records of a run that an operator has not come to yet, for lack of credit (K2).
 * Refuses: to keep the run itself, which was lent: it copies.
 */
import { appendRecord, createRun, type Run } from '../../model/run.js';
import type { WaitingRecords } from './subtask-snapshot.js';

export class RunRest {
  run: Run<unknown>;
  #at = 0;

  constructor(runRecordsMax: number) {
    this.run = createRun(runRecordsMax);
  }

  /** Where the rest begins. */
  get at(): number {
    return this.#at;
  }

  isEmpty(): boolean {
    return this.#at === this.run.length;
  }

  /** Copies what is left of a run from `from` on. The rest before it has been taken. */
  keep(lent: Run<unknown>, from: number): void {
    this.#at = 0;
    this.run.length = lent.length - from;
    for (let i = from; i < lent.length; i++) this.run.values[i - from] = lent.values[i];
    this.run.timestamps.set(lent.timestamps.subarray(from, lent.length));
  }

  /** The records that are left. */
  waiting(): WaitingRecords {
    const { values, timestamps, length } = this.run;
    return {
      values: values.slice(this.#at, length),
      timestamps: [...timestamps.subarray(this.#at, length)],
    };
  }

  /** Puts back what was left, perhaps that of several subtasks, which is longer than one run. */
  restore({ values, timestamps }: WaitingRecords): void {
    if (values.length > this.run.timestamps.length) this.run = createRun(values.length);
    this.#at = 0;
    this.run.length = 0;
    for (let i = 0; i < values.length; i++) appendRecord(this.run, values[i], timestamps[i]);
  }

  moveTo(at: number): void {
    // What was taken is not to be kept alive by the array.
    this.run.values.fill(undefined, this.#at, at);
    this.#at = at;
  }
}
