/**
 * Owns: a source over a queue with the verbs of SQS.
 * Refuses: to decide when something is acknowledged; `acknowledgingSource` does.
 */
import type { Source } from '@millrace/core';
import {
  acknowledgingSource,
  acknowledgingSourceLimits,
  messageOf,
  type AcknowledgingSourceLimits,
  type MessagesReply,
  type QueueConnection,
  type ReceiveErrorVerdict,
} from '@millrace/core/connector';
import type { SqsBatchEntry, SqsBatchReply, SqsMessage, SqsQueue } from './sqs-queue.js';

export interface SqsSourceOptions<T> {
  /** `new SQS({})` of the SDK, or a queue in this process. */
  readonly client: SqsQueue;
  readonly queueUrl: string;
  /** The record of a message. What it throws goes by the source's `onError`. */
  readonly decode: (body: string) => T;
  readonly limits?: Partial<AcknowledgingSourceLimits>;
}

/** How long SQS waits for messages before it answers that there are none: its most. */
const WAIT_SECONDS = 20;

/** No later attempt can succeed. */
const FATAL: ReadonlySet<string> = new Set([
  'QueueDoesNotExist',
  'AccessDenied',
  'AccessDeniedException',
  'InvalidAddress',
  'UnsupportedOperation',
]);

/** Records off an SQS queue; a message is deleted when all that came of it is written. */
export function sqsSource<T>(options: SqsSourceOptions<T>): Source<T> {
  const { client, queueUrl, decode, limits } = options;
  return acknowledgingSource<SqsMessage, T>({
    name: `sqs(${queueUrl.slice(queueUrl.lastIndexOf('/') + 1)})`,
    limits: acknowledgingSourceLimits(limits),
    connect: () => connectionTo(client, queueUrl),
    decode: ({ Body }) => decode(Body ?? ''),
    describe: ({ MessageId, Attributes }) =>
      `${MessageId ?? 'without an id'} (received ${Attributes?.['ApproximateReceiveCount'] ?? '?'} times)`,
  });
}

function connectionTo(client: SqsQueue, QueueUrl: string): QueueConnection<SqsMessage> {
  const changeVisibility = async (
    messages: readonly SqsMessage[],
    { inMs, signal }: { readonly inMs: number; readonly signal: AbortSignal },
  ): Promise<MessagesReply<SqsMessage>> => {
    const VisibilityTimeout = secondsOf(inMs);
    const Entries = entriesOf(messages).map((entry) => ({ ...entry, VisibilityTimeout }));
    const input = { QueueUrl, Entries };
    const abortSignal = signal;
    return refusedOf(messages, await client.changeMessageVisibilityBatch(input, { abortSignal }));
  };
  return {
    receive: async ({ messagesMax, holdMs, signal }) => {
      const input = {
        QueueUrl,
        MaxNumberOfMessages: messagesMax,
        VisibilityTimeout: secondsOf(holdMs),
        WaitTimeSeconds: WAIT_SECONDS,
        MessageSystemAttributeNames: ['ApproximateReceiveCount' as const],
      };
      return (await client.receiveMessage(input, { abortSignal: signal })).Messages ?? [];
    },
    acknowledge: async (messages, abortSignal) => {
      const input = { QueueUrl, Entries: entriesOf(messages) };
      return refusedOf(messages, await client.deleteMessageBatch(input, { abortSignal }));
    },
    extendHold: (messages, { holdMs, signal }) =>
      changeVisibility(messages, { inMs: holdMs, signal }),
    release: (messages, { delayMs, signal }) =>
      changeVisibility(messages, { inMs: delayMs, signal }),
    classify: verdictOn,
    // The client is the caller's, who may use it for more than this job.
    close: () => undefined,
  };
}

/** SQS counts in seconds. More is longer held, never shorter. */
function secondsOf(ms: number): number {
  return Math.ceil(ms / 1_000);
}

function entriesOf(messages: readonly SqsMessage[]): SqsBatchEntry[] {
  return messages.map(({ ReceiptHandle }, place) => ({ Id: String(place), ReceiptHandle }));
}

function refusedOf(
  messages: readonly SqsMessage[],
  { Failed = [] }: SqsBatchReply,
): MessagesReply<SqsMessage> {
  const failed = new Set(Failed.map(({ Id }) => Id));
  return { refused: messages.filter((_, place) => failed.has(String(place))) };
}

function verdictOn(error: unknown): ReceiveErrorVerdict {
  const name = error instanceof Error ? error.name : '';
  return { kind: FATAL.has(name) ? 'fatal' : 'transient', reason: messageOf(error) };
}
