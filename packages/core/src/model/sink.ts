/**
 * Owns: the contract between a sink connector and the task that feeds it.
 * Refuses: to know how a sink writes; most connectors build on `asyncSink`, which keeps N1-N5.
 */
import type { Clock, Random } from './clock.js';
import type { Key } from './key.js';
import type { PostMail } from './mail.js';
import type { Run } from './run.js';

/** What a task lends to a writer. */
export interface SinkWriterContext {
  /** The sink's uid or name, for errors and metrics. */
  readonly operator: string;
  readonly post: PostMail;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a sink was given and had not written when it ended (N2). `keys` holds the first of them. */
export interface Unwritten {
  readonly records: number;
  readonly keys: readonly string[];
}

/** Counters and gauges of one sink; connectors may add their own. */
export type SinkMetrics = Readonly<Record<string, number | string | readonly string[]>>;

/**
 * The running side of a sink. One task owns it and calls it from its steps only. What goes wrong is
 * thrown from `write` or from a mail that the writer posted, and fails the job.
 */
export interface SinkWriter<T> {
  /** Begins to connect. Credit stays zero until the sink can accept records. */
  open(): void;
  /**
   * False while the writer connects: until every sink of the job has opened, no source is read. A
   * writer without this method is open at once.
   */
  opened?(): boolean;
  /** How many records the writer accepts now. Zero is how a sink stops the source. */
  credit(): number;
  /** Takes a run of at most `credit()` records; it copies what it keeps. */
  write(run: Run<T>): void;
  /** What is held is to be written without waiting for more; records may follow. */
  flush(): void;
  /** True when nothing that was accepted waits or is in flight. */
  settled(): boolean;
  /** Nothing follows: what is held is to be written, also the last partial batch. */
  finish(): void;
  /** True when everything accepted is settled, after `finish`. */
  finished(): boolean;
  /** Lets go: aborts what is in flight and reports what was left unwritten (N2). Called once. */
  close(): Promise<Unwritten>;
  metrics(): SinkMetrics;
}

/** The description of a sink: immutable, and it opens nothing. */
export interface Sink<T> {
  readonly name: string;
  /**
   * The key that the destination keeps records by. Records of one key go through one subtask, so that
   * they stay in order (D1); a sink without it has one subtask.
   */
  keyOf?(value: T): Key;
  /** What the sink writes to: two sinks of one job with the same destination are refused (D1). */
  readonly destination?: string;
  createWriter(context: SinkWriterContext): SinkWriter<T>;
}

/**
 * A sink that is only a function: synchronous, with no limit to what it accepts. It joins the loop of
 * the operators before it.
 */
export interface EachSink<T> {
  readonly each: (value: T, timestamp: number) => void;
}
