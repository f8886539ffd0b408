/**
 * Owns: the contract between a source connector and the task that reads it.
 * Refuses: to let a source push; the task polls, for as many records as it has credit (C3).
 */
import type { Clock, Random } from './clock.js';
import type { Mail, PostMail } from './mail.js';
import type { Run } from './run.js';

/** What a poll answers. After `nothing-available` the reader posts a mail when there is more. */
export type InputStatus = 'more-available' | 'nothing-available' | 'end-of-input';

/** What a task lends to a reader. */
export interface SourceReaderContext {
  readonly post: PostMail;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * A record that cannot be read, and what could be made of it. It throws the error, if the user
   * wants the job to fail (the default); else the record is counted or goes to a side output, and the
   * reader goes on behind it. To be called from `poll` only, where a failed record counts as one of
   * `recordsMax`.
   */
  readonly recordFailed: (error: unknown, value: unknown) => void;
  /**
   * Posts the mail when all that came of the records that the reader has given is settled: written by
   * sinks, or dropped on the way. Until then no source of the job is polled. Only for a source with
   * an `acknowledgement`.
   */
  readonly whenSettled: (mail: Mail) => void;
}

/** The running side of a source. One task owns it and calls it from its steps only. */
export interface SourceReader<T> {
  /** Begins whatever the source needs. Errors that come later are thrown from a mail or `poll`. */
  open(): void;
  /**
   * Appends at most `recordsMax` records to `run`, and never waits. A reader that has no timestamps
   * of its own appends with `NO_TIMESTAMP`.
   */
  poll(run: Run<T>, recordsMax: number): InputStatus;
  /**
   * The job drains: the reader takes in nothing more, and is polled until it answers `end-of-input`.
   * It is for readers that were handed what they cannot read again, by a request for one. Without
   * this method the input ends where it is.
   */
  endInput?(): void;
  /** What the source counts, beside what every source does. */
  metrics?(): Readonly<Record<string, number>>;
  /** Lets go of files and sockets. Called once, also after a failure. */
  close(): Promise<void> | void;
}

/**
 * The description of a source: immutable, and it opens nothing. Each execution of a job asks it for
 * a new reader.
 */
export interface Source<T> {
  readonly name: string;
  readonly boundedness: 'bounded' | 'unbounded';
  /**
   * The source takes records off a queue and acknowledges them when all that came of them is written.
   * Until there are checkpoints, a job with such a source keeps no state.
   */
  readonly acknowledgement?: 'when-written';
  createReader(context: SourceReaderContext): SourceReader<T>;
}
