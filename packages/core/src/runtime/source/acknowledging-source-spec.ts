/**
 * Owns: what a connector supplies to the acknowledging source: a connection to a queue, and what a
 *     message means.
 * Refuses: to run anything. `acknowledging-reader.ts` runs it, and the connector never sees a task.
 *
 * Q1. A message is acknowledged when all that came of it is settled, and never before.
 * Q5. From its receipt until then its hold is extended; what is not acknowledged is released.
 */
import type { Clock, Random } from '../../model/clock.js';
import type { Milliseconds } from '../../model/time.js';

/** What a connector says of an error of `receive`, from one table of its own. */
export interface ReceiveErrorVerdict {
  /** `transient`: a later attempt may succeed. `fatal`: none can; a missing queue, no permission. */
  readonly kind: 'transient' | 'fatal';
  /** One sentence without a stack: what is wrong and, where it can be said, what to do. */
  readonly reason: string;
}

/** What one call for messages asks for. */
export interface ReceiveRequest {
  readonly messagesMax: number;
  /** How long nobody else is to get them. */
  readonly holdMs: Milliseconds;
  readonly signal: AbortSignal;
}

/** The reply of a queue that took a batch, wholly or in part. */
export interface MessagesReply<M> {
  /** Messages of the batch for which it was refused: they are not there, or not ours any more. */
  readonly refused: readonly M[];
}

/**
 * A connection to a queue. Its promises only become mail (E2), and may reject: of a batch that was
 * rejected, nothing counts as done. A message is known by its identity: the source hands back the
 * objects that it received, at most `batchMessagesMax` a call.
 */
export interface QueueConnection<M extends object> {
  /**
   * The next messages, at most `messagesMax`; none when there are none for a while. A message that
   * comes again is another object.
   */
  receive(request: ReceiveRequest): Promise<readonly M[]>;
  /** All that came of them is written: they are not to come again. */
  acknowledge(messages: readonly M[], signal: AbortSignal): Promise<MessagesReply<M>>;
  /** Nobody else is to get them for `holdMs` from now. */
  extendHold(
    messages: readonly M[],
    hold: { readonly holdMs: Milliseconds; readonly signal: AbortSignal },
  ): Promise<MessagesReply<M>>;
  /** They are to come again, to whomever, in `delayMs`. */
  release(
    messages: readonly M[],
    later: { readonly delayMs: Milliseconds; readonly signal: AbortSignal },
  ): Promise<MessagesReply<M>>;
  classify(error: unknown): ReceiveErrorVerdict;
  /** Sockets go. Called once, after every call has ended or was aborted. */
  close(): Promise<void> | void;
}

/** Named limits of one source; `acknowledgingSourceLimits` fills in the defaults. */
export interface AcknowledgingSourceLimits {
  /** Messages that one call of `receive` asks for. */
  readonly receiveMessagesMax: number;
  /** Messages in one call of the others. */
  readonly batchMessagesMax: number;
  /** Messages received and not acknowledged, in the job or on the way to it. */
  readonly unacknowledgedMessagesMax: number;
  /** How long a message is held at a time. */
  readonly holdMs: Milliseconds;
  /** How often holds are extended. Less than half of `holdMs` leaves room for one that fails. */
  readonly extendHoldEveryMs: Milliseconds;
  /** When a message that was not acknowledged is to come again. */
  readonly releaseDelayMs: Milliseconds;
  /** How long a message waits at most, while more keep coming, until the job pauses to settle it. */
  readonly settleDelayMsMax: Milliseconds;
  /** The wait after a `receive` that brought nothing; a queue that waits itself needs little. */
  readonly emptyReceiveDelayMs: Milliseconds;
  /** After this a call is aborted; longer than a queue waits for messages. */
  readonly requestMsMax: Milliseconds;
  /** How long the first `receive` may fail, with its retries, before the job does. */
  readonly openMsMax: Milliseconds;
  readonly backoffMsMin: Milliseconds;
  readonly backoffMsMax: Milliseconds;
  /** How long `close` waits for calls in flight, and then again for messages to be released. */
  readonly closeMsMax: Milliseconds;
}

export interface QueueConnectionContext {
  readonly clock: Clock;
  readonly random: Random;
}

/** The immutable description that `acknowledgingSource` turns into a `Source<T>`. */
export interface AcknowledgingSourceSpec<M extends object, T> {
  readonly name: string;
  readonly limits: AcknowledgingSourceLimits;
  /** A fresh connection for each execution of the job. It opens nothing before `receive`. */
  readonly connect: (context: QueueConnectionContext) => QueueConnection<M>;
  /** The record that a message stands for. What it throws is a failed record, by the user's policy. */
  readonly decode: (message: M) => T;
  /** How an error names a message: its id, or topic, partition and offset. */
  readonly describe: (message: M) => string;
}
