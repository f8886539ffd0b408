/**
 * Owns: what an application hands to a job, one record at a time, until the job reads it.
 * Refuses: more than `recordsMax`, so that a slow sink is felt by whoever sends; and everything once
 *   the job stops. What it has accepted, a drain lets through (N2), and `waiting` tells what a
 *   deadline left.
 */
import { MillraceError, type Source } from '@millrace/core';
import {
  appendRecord,
  NO_TIMESTAMP,
  type InputStatus,
  type PostMail,
  type Run,
  type SourceReader,
} from '@millrace/core/connector';

export interface IntakeOptions {
  /** Records accepted and not yet read by the job. */
  readonly recordsMax: number;
}

export class Intake<T> {
  /** For `fromSource`. One intake feeds one run of one job. */
  readonly source: Source<T>;
  readonly #recordsMax: number;
  readonly #waiting: T[] = [];
  #status: 'untaken' | 'open' | 'stopping' = 'untaken';
  #wake: () => void = () => undefined;

  constructor({ recordsMax }: IntakeOptions) {
    this.#recordsMax = recordsMax;
    const createReader = ({ post }: { readonly post: PostMail }) => this.#createReader(post);
    this.source = { name: 'intake', boundedness: 'unbounded', createReader };
  }

  /** Records that were accepted and that the job has not read. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Accepts the record, or throws `INTAKE_FULL` or `INTAKE_STOPPING`; then it is still the caller's. */
  offer(record: T): void {
    if (this.#status === 'stopping') throw stopping();
    if (this.#waiting.length >= this.#recordsMax) throw full(this.#recordsMax);
    this.#waiting.push(record);
    if (this.#waiting.length === 1) this.#wake();
  }

  #createReader(post: PostMail): SourceReader<T> {
    if (this.#status !== 'untaken') throw taken();
    this.#status = 'open';
    this.#wake = () => {
      post({ name: 'intake.offered', deliver: () => undefined });
    };
    const stop = (): void => {
      this.#status = 'stopping';
    };
    return {
      open: () => undefined,
      poll: (run, recordsMax) => this.#poll(run, recordsMax),
      endInput: stop,
      close: stop,
    };
  }

  #poll(run: Run<T>, recordsMax: number): InputStatus {
    for (const record of this.#waiting.splice(0, recordsMax)) {
      appendRecord(run, record, NO_TIMESTAMP);
    }
    if (this.#waiting.length > 0) return 'more-available';
    return this.#status === 'stopping' ? 'end-of-input' : 'nothing-available';
  }
}

function stopping(): MillraceError {
  const sentence = 'The job stops and takes in nothing more; send the record to another instance.';
  return new MillraceError('INTAKE_STOPPING', sentence);
}

function full(recordsMax: number): MillraceError {
  const sentence = `The intake holds ${String(recordsMax)} records that the job has no room for; send the record again later.`;
  return new MillraceError('INTAKE_FULL', sentence);
}

function taken(): MillraceError {
  const sentence = 'This intake feeds a run already; make one intake for each run of the job.';
  return new MillraceError('INTAKE_TAKEN', sentence);
}
