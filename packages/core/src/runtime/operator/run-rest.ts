/**
 * Owns: the records of a run that an operator has not come to yet, for lack of credit (K2).
 * Refuses: to keep the run itself, which was lent: it copies.
 *
 * What several subtasks had left is several runs, and so is what came by two inputs. They are taken one
 * after the other.
 */
import { appendRecord, createRun, type Run } from '../../model/run.js';
import type { RestOfRun } from './subtask-snapshot.js';

export class RunRest {
  run: Run<unknown>;
  #at = 0;
  /** What was restored besides, in its order. */
  #later: Run<unknown>[] = [];

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
    this.run.input = lent.input;
    for (let i = from; i < lent.length; i++) this.run.values[i - from] = lent.values[i];
    this.run.timestamps.set(lent.timestamps.subarray(from, lent.length));
  }

  /** The records that are left. */
  waiting(): readonly RestOfRun[] {
    const first = restOf(this.run, this.#at);
    return [first, ...this.#later.map((run) => restOf(run, 0))].filter(isThere);
  }

  /** Puts back what was left. It was let in once, however much it is. */
  restore(rests: readonly RestOfRun[]): void {
    const room = this.run.timestamps.length;
    const [first = this.run, ...later] = rests.filter(isThere).map((rest) => runOf(rest, room));
    this.run = first;
    this.#later = later;
    this.#at = 0;
  }

  moveTo(at: number): void {
    // What was taken is not to be kept alive by the array.
    this.run.values.fill(undefined, this.#at, at);
    this.#at = at;
    const next = this.isEmpty() ? this.#later.shift() : undefined;
    if (next === undefined) return;
    this.run = next;
    this.#at = 0;
  }
}

function restOf({ values, timestamps, length, input }: Run<unknown>, from: number): RestOfRun {
  const times = [...timestamps.subarray(from, length)];
  return { input, values: values.slice(from, length), timestamps: times };
}

function isThere({ values }: RestOfRun): boolean {
  return values.length > 0;
}

/** Later runs are kept in it, so it has room for one of any length that comes. */
function runOf({ input, values, timestamps }: RestOfRun, runRecordsMax: number): Run<unknown> {
  const run = createRun<unknown>(Math.max(values.length, runRecordsMax));
  run.input = input;
  for (let i = 0; i < values.length; i++) appendRecord(run, values[i], timestamps[i]);
  return run;
}
