/**
 * Owns: the contract of what takes the records of one exchange: a channel, or several behind a
 * partitioner.
 * Refuses: to hold a record back (C4).
 */
import type { ControlElement } from '../../model/element.js';
import { createRun, type Run } from '../../model/run.js';

export interface RecordWriter {
  /** How many records may be sent, whatever their keys are (C3). */
  credit(): number;
  /** Takes what the run holds, and leaves it empty or its records to nobody. */
  send(run: Run<unknown>): void;
  sendControl(element: ControlElement): void;
}

/** A run of the same records, for a second receiver: a run has one owner. */
export function copyOf(run: Run<unknown>): Run<unknown> {
  const copy = createRun<unknown>(run.values.length);
  for (let i = 0; i < run.length; i++) copy.values[i] = run.values[i];
  copy.timestamps.set(run.timestamps);
  copy.length = run.length;
  return copy;
}

/** The smallest credit: any record may have to go to any of them. */
export function smallestCredit(writers: readonly RecordWriter[]): number {
  let credit = Number.POSITIVE_INFINITY;
  for (const writer of writers) credit = Math.min(credit, writer.credit());
  return credit;
}

/** Every receiver gets a copy of the run, and the last the run itself. */
export function sendToAll(writers: readonly RecordWriter[], run: Run<unknown>): void {
  const last = writers.length - 1;
  for (let i = 0; i < last; i++) writers[i]!.send(copyOf(run));
  writers[last]!.send(run);
}
