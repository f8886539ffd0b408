/**
 * Owns: the contract of sources that are read in splits: files, partitions, shards. An enumerator finds
 *     splits and assigns them to the subtasks of the source; each split has a reader of its own.
 * Refuses: threads and clients; readers that share a client share it within their source.
 *
 * A split is a plain value, so that it can be kept and sent: it says what to read, and from where on.
 */
import type { Clock, Random } from './clock.js';
import type { PostMail } from './mail.js';
import type { Run } from './run.js';
import type { InputStatus, Source, SourceReaderContext } from './source.js';

/** A part of what a source reads, with an id of its own. Connectors add what their reader needs. */
export interface SourceSplit {
  readonly id: string;
}

/** The running side of one split. One task owns it and calls it from its steps only. */
export interface SplitReader<T, S extends SourceSplit = SourceSplit> {
  /** Begins whatever the split needs. Errors that come later are thrown from a mail or `poll`. */
  open(): void;
  /**
   * Appends at most `recordsMax` records to `run`, and never waits. `end-of-input` ends the split, and
   * not the source. After `nothing-available` the reader posts a mail when there is more.
   */
  poll(run: Run<T>, recordsMax: number): InputStatus;
  /** What is left of the split: a reader of it goes on behind the last record that `poll` gave. */
  position(): S;
  /** Lets go of files and sockets. Called once, also after a failure. */
  close(): Promise<void> | void;
}

/** What a job lends to an enumerator. What it is told here reaches subtasks as mail. */
export interface SplitEnumeratorContext<S extends SourceSplit = SourceSplit> {
  readonly post: PostMail;
  readonly clock: Clock;
  readonly random: Random;
  /** How many subtasks read the source, numbered from 0. */
  readonly parallelism: number;
  /** The subtask reads the split, also if it has not asked. No other split of that id is being read. */
  assign(split: S, subtask: number): void;
  /** Nothing is assigned any more: subtasks that have read theirs are at the end. */
  signalNoMoreSplits(): void;
}

/** Finds splits and says who reads them. There is one for each source of a job that runs. */
export interface SplitEnumerator {
  open(): void;
  /**
   * The subtask has no split left. Where there is none now, it may be assigned one later; meanwhile the
   * subtask is idle and holds nobody's time back.
   */
  handleSplitRequest(subtask: number): void;
  close(): Promise<void> | void;
}

/** The description of a source that is read in splits. It may have several subtasks. */
export interface SplitSource<T, S extends SourceSplit = SourceSplit> {
  readonly name: string;
  readonly boundedness: Source<T>['boundedness'];
  /** Splits can be read again, so that nothing is acknowledged. */
  readonly acknowledgement?: undefined;
  createEnumerator(context: SplitEnumeratorContext<S>): SplitEnumerator;
  createSplitReader(split: S, context: SourceReaderContext): SplitReader<T, S>;
}

/** A source that is read whole, or in splits. */
export type AnySource<T> = Source<T> | SplitSource<T>;

export function isSplitSource<T>(source: AnySource<T>): source is SplitSource<T> {
  return 'createEnumerator' in source;
}
