/**
 * Owns: a queue in this process with the verbs, shapes and holds of SQS, under a clock that is given.
 * Refuses: to be quicker than SQS to forget: what is not deleted comes again when its hold is over.
 */
import type { Clock } from '@millrace/core/connector';
import type {
  SqsBatchEntry,
  SqsBatchReply,
  SqsCallOptions,
  SqsMessage,
  SqsQueue,
  SqsReceiveInput,
  SqsVisibilityEntry,
} from './sqs-queue.js';

/** What SQS takes and gives in one call. */
const BATCH_ENTRIES_MAX = 10;

interface Stored {
  readonly id: string;
  readonly body: string;
  visibleAt: number;
  receipt: string | undefined;
  receives: number;
}

export class InProcessQueue implements SqsQueue {
  readonly #clock: Clock;
  readonly #messages = new Map<string, Stored>();
  /** Who waits for a message: woken when one is sent. */
  readonly #waiting = new Set<() => void>();
  #sent = 0;
  #receipts = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Messages that nobody has deleted, whether or not somebody holds them. */
  get size(): number {
    return this.#messages.size;
  }

  sendMessage({ MessageBody }: { readonly MessageBody: string }): void {
    const id = `message-${String(++this.#sent)}`;
    const visibleAt = this.#clock.now();
    this.#messages.set(id, { id, body: MessageBody, visibleAt, receipt: undefined, receives: 0 });
    for (const wake of this.#waiting) wake();
  }

  async receiveMessage(
    input: SqsReceiveInput,
    { abortSignal }: SqsCallOptions = {},
  ): Promise<{ readonly Messages?: readonly SqsMessage[] }> {
    const until = this.#clock.now() + 1_000 * input.WaitTimeSeconds;
    for (;;) {
      abortSignal?.throwIfAborted();
      const messages = this.#visible().slice(
        0,
        Math.min(input.MaxNumberOfMessages, BATCH_ENTRIES_MAX),
      );
      // As SQS does: no list at all, rather than an empty one.
      if (messages.length > 0) return { Messages: messages.map((m) => this.#handOver(m, input)) };
      if (this.#clock.now() >= until) return {};
      await this.#somethingVisible(until, abortSignal);
    }
  }

  deleteMessageBatch({ Entries }: { readonly Entries: SqsBatchEntry[] }): Promise<SqsBatchReply> {
    return this.#each(Entries, ({ id }) => this.#messages.delete(id));
  }

  changeMessageVisibilityBatch({
    Entries,
  }: {
    readonly Entries: SqsVisibilityEntry[];
  }): Promise<SqsBatchReply> {
    return this.#each(Entries, (message, { VisibilityTimeout }) => {
      message.visibleAt = this.#clock.now() + 1_000 * VisibilityTimeout;
    });
  }

  /** Does something to each message of a batch, by the receipt of whoever holds it. */
  #each<E extends SqsBatchEntry>(
    entries: readonly E[],
    act: (message: Stored, entry: E) => void,
  ): Promise<SqsBatchReply> {
    if (entries.length > BATCH_ENTRIES_MAX) return Promise.reject(tooManyEntries(entries.length));
    const held = new Map([...this.#messages.values()].map((m) => [m.receipt, m]));
    const failed = entries.filter((entry) => {
      const message = entry.ReceiptHandle === undefined ? undefined : held.get(entry.ReceiptHandle);
      if (message !== undefined) act(message, entry);
      return message === undefined;
    });
    const Failed = failed.map(({ Id }) => ({ Id, Code: 'ReceiptHandleIsInvalid' }));
    return Promise.resolve(Failed.length === 0 ? {} : { Failed });
  }

  #visible(): readonly Stored[] {
    const now = this.#clock.now();
    return [...this.#messages.values()].filter(({ visibleAt }) => visibleAt <= now);
  }

  #handOver(message: Stored, { VisibilityTimeout }: SqsReceiveInput): SqsMessage {
    message.visibleAt = this.#clock.now() + 1_000 * VisibilityTimeout;
    message.receipt = `receipt-${String(++this.#receipts)}`;
    message.receives += 1;
    return {
      MessageId: message.id,
      ReceiptHandle: message.receipt,
      Body: message.body,
      Attributes: { ApproximateReceiveCount: String(message.receives) },
    };
  }

  /** Resolves when a message is sent or comes back, at `until`, or when the caller gives up. */
  #somethingVisible(until: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const next = Math.min(until, ...[...this.#messages.values()].map((m) => m.visibleAt));
      const wake = (): void => {
        cancel();
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const cancel = this.#clock.after(next - this.#clock.now(), wake);
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}

function tooManyEntries(entries: number): Error {
  return Object.assign(new Error(`${String(entries)} entries in a batch; 10 at most`), {
    name: 'TooManyEntriesInBatchRequest',
  });
}
