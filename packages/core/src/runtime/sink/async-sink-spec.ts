/**
 * Owns: what a connector supplies to the asynchronous sink base: entries, a buffer, a connection.
 * Refuses: to run anything. `async-sink-writer.ts` runs it, and the connector never sees a task.
 *
 * N1. Every record ends acknowledged or reported unwritten; so a reply accounts for each entry of
 *     its batch: what is not in `unprocessed` was written.
 */
import type { Clock, Random } from '../../model/clock.js';
import type { Key } from '../../model/key.js';
import type { SinkMetrics } from '../../model/sink.js';
import type { Milliseconds, Timestamp } from '../../model/time.js';

/** What a connector says of an error, from one table of its own, by name. */
export type SinkErrorKind =
  /** The service asks to slow down; nothing of the batch was written. */
  | 'throttled'
  /** Nothing was written, and a later attempt may succeed. */
  | 'transient'
  /** The batch may have been written, or may yet be: a timeout, a reset, an abort. */
  | 'ambiguous'
  /** An entry of the batch is at fault; alone, the others would be written. */
  | 'poison'
  /** No attempt can succeed: configuration, credentials, a missing table. */
  | 'fatal';

export interface SinkErrorVerdict {
  readonly kind: SinkErrorKind;
  /** One sentence without a stack: what is wrong and, where it can be said, what to do. */
  readonly reason: string;
}

/** The reply of a service that took the batch, wholly or in part. */
export interface BatchReply<E> {
  /** Entries of the batch that the service handed back because it is short of capacity. */
  readonly unprocessed: readonly E[];
}

/** A connection to the service. Its promises only become mail (E2). */
export interface SinkConnection<E> {
  /**
   * Checks that the destination is there and learns what the buffer must know. It is called again
   * after an attempt that failed or took longer than `requestMsMax`, until `openMsMax` is over.
   */
  open(signal: AbortSignal): Promise<void>;
  /** One request. Rejects with whatever the client rejects with; `classify` judges it. */
  send(batch: readonly E[], signal: AbortSignal): Promise<BatchReply<E>>;
  classify(error: unknown): SinkErrorVerdict;
  /** Sockets go. Called once, after every request has ended. */
  close(): Promise<void> | void;
}

/** Why entries come back to the buffer unwritten, or perhaps written. */
export type GiveBackReason =
  /** The service took the others of the batch and handed these back. */
  | 'unprocessed'
  | 'throttled'
  | 'transient'
  /** They may have been written, or may yet be (D2); also when the request was aborted. */
  | 'ambiguous'
  /** Their batch was refused, since an entry in it is at fault: they go again, each alone. */
  | 'isolated';

/** How much one batch may hold. */
export interface BatchLimits {
  readonly entriesMax: number;
  readonly bytesMax: number;
}

/**
 * The entries that a sink has accepted and that are not settled: waiting ones, and those in flight.
 * `fifoBuffer` is first in, first out; a connector with order per key brings its own. One record is
 * one entry, and an entry is known by its identity: the sink hands back the objects that it took.
 */
export interface SinkBuffer<E> {
  /** Entries not in flight. */
  waiting(): number;
  /** Entries that were taken and are neither settled nor given back. */
  inFlight(): number;
  /** How many records the buffer has taken off its hands by replacing them with newer ones. */
  replaced(): number;
  /**
   * How many records may come by a limit of the buffer's own, such as one of bytes; less than
   * `bufferRecordsMax` stops the source sooner. While it is zero, `hasFullBatch` has to be true of
   * whatever may go.
   */
  room?(): number;
  add(entry: E): void;
  /**
   * The next batch, now in flight; empty when nothing that waits may go before something in flight
   * has ended. (Empty with nothing in flight would be a hang, and fails the job.)
   */
  take(limits: BatchLimits): readonly E[];
  /** True when `take` would fill a batch, by count or by bytes. */
  hasFullBatch(limits: BatchLimits): boolean;
  /** The entries were written. */
  settle(entries: readonly E[]): void;
  /** The entries go to the front again, in the order in which they came. */
  giveBack(entries: readonly E[], why: GiveBackReason): void;
  /** The keys of what is unsettled, at most `keysMax` of them, for the report of N2. */
  keys(keysMax: number): readonly string[];
}

/**
 * A limiter answers whether a batch may go, or when to ask again (N4). It is asked often and must
 * not change by being asked; `onSent` and `onReply` tell it what happened.
 */
export interface SinkLimiter {
  /**
   * `0`: a batch of at most `entries` may go. Otherwise how long until it is worth asking again; the
   * sink arms the timer. It must let the largest batch go in the end, for it is asked for no other.
   */
  delayMs(entries: number, now: Timestamp): Milliseconds;
  onSent(entries: number, now: Timestamp): void;
  onReply(reply: { readonly written: number; readonly throttled: boolean }, now: Timestamp): void;
}

/** Named limits of one sink; `asyncSinkLimits` fills in the defaults at the connector's door. */
export interface AsyncSinkLimits {
  /** Records accepted and not settled, waiting or in flight. */
  readonly bufferRecordsMax: number;
  readonly batchEntriesMax: number;
  readonly batchBytesMax: number;
  readonly inFlightRequestsMax: number;
  /** How long a partial batch may wait for more records. */
  readonly lingerMsMax: Milliseconds;
  /** After this a request is aborted and counts as ambiguous. */
  readonly requestMsMax: Milliseconds;
  /** How long opening may take, with its retries, before the job fails (N5). */
  readonly openMsMax: Milliseconds;
  readonly backoffMsMin: Milliseconds;
  readonly backoffMsMax: Milliseconds;
  /** How long `close` waits for aborted requests to end. */
  readonly closeMsMax: Milliseconds;
}

export interface SinkConnectionContext {
  readonly operator: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** The immutable description that `asyncSink` turns into a `Sink<T>`. */
export interface AsyncSinkSpec<T, E> {
  readonly name: string;
  readonly limits: AsyncSinkLimits;
  /** The key that the destination keeps records by; a sink without it has one subtask (D1). */
  keyOf?(value: T): Key;
  /** What the sink writes to; two sinks of one job with the same destination are refused (D1). */
  readonly destination?: string;
  /**
   * A fresh connection and buffer for each execution of the job. Both may share what `open` learned
   * (a key schema), which is why they are made together.
   */
  readonly connect: (context: SinkConnectionContext) => {
    readonly connection: SinkConnection<E>;
    readonly buffer: SinkBuffer<E>;
    /**
     * Turns a record into an entry. What it throws refuses this record alone: the job fails with it,
     * naming the record, once what was accepted before and beside it is written (D9).
     */
    readonly toEntry: (value: T, timestamp: Timestamp) => E;
    readonly limiter?: SinkLimiter;
    /** How an error names an entry: its key. */
    readonly describe: (entry: E) => string;
    /** What the connector counts, beside what every sink does. */
    readonly metrics?: () => SinkMetrics;
  };
}
