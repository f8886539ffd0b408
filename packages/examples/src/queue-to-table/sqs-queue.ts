/**
 * Owns: what the source needs of SQS: three verbs, as the SDK's `SQS` client has them.
 * Refuses: the rest of the client, so that a queue in this process fits as well.
 */

/** A message as one receipt of it came. */
export interface SqsMessage {
  readonly MessageId?: string | undefined;
  /** Stands for this receipt: deleting and holding go by it. */
  readonly ReceiptHandle?: string | undefined;
  readonly Body?: string | undefined;
  readonly Attributes?: Readonly<Partial<Record<string, string>>> | undefined;
}

export interface SqsFailedEntry {
  /** The id of the entry in its batch. */
  readonly Id: string | undefined;
  readonly Code: string | undefined;
}

/** A batch answers for each entry of it. */
export interface SqsBatchReply {
  readonly Failed?: readonly SqsFailedEntry[] | undefined;
}

export interface SqsCallOptions {
  readonly abortSignal?: AbortSignal;
}

export interface SqsBatchEntry {
  readonly Id: string;
  readonly ReceiptHandle: string | undefined;
}

export interface SqsVisibilityEntry extends SqsBatchEntry {
  /** In seconds, from now. */
  readonly VisibilityTimeout: number;
}

export interface SqsReceiveInput {
  readonly QueueUrl: string;
  readonly MaxNumberOfMessages: number;
  readonly VisibilityTimeout: number;
  readonly WaitTimeSeconds: number;
  readonly MessageSystemAttributeNames: 'ApproximateReceiveCount'[];
}

export interface SqsQueue {
  receiveMessage(
    input: SqsReceiveInput,
    options?: SqsCallOptions,
  ): Promise<{ readonly Messages?: readonly SqsMessage[] | undefined }>;
  deleteMessageBatch(
    input: { readonly QueueUrl: string; readonly Entries: SqsBatchEntry[] },
    options?: SqsCallOptions,
  ): Promise<SqsBatchReply>;
  changeMessageVisibilityBatch(
    input: { readonly QueueUrl: string; readonly Entries: SqsVisibilityEntry[] },
    options?: SqsCallOptions,
  ): Promise<SqsBatchReply>;
}
