/**
 * Owns: the running side of every acknowledging source: which messages are asked for, given,
 *     acknowledged and released, and when.
 * Refuses: to know when all is settled (the job does), and what a message means (the connector does).
 *
 * E2. What comes from the queue comes as mail; records leave in `poll`, for as many as there is demand.
 * Q1. A message is acknowledged when the job says that all is settled, of those that had been given
 *     when it was asked; so never one before all that came of it is written.
 * Q5. Until then it is held. When the job ends, ticks end first, calls on their way are waited for,
 *     and then what is unacknowledged is released: so no tick undoes the delay of a release.
 * N2's kind: a drain takes in nothing more, and writes and acknowledges what was received.
 */
import { MillraceError, messageOf } from '../../model/error.js';
import { appendRecord, type Run } from '../../model/run.js';
import type { InputStatus, SourceReader, SourceReaderContext } from '../../model/source.js';
import { Acknowledgement } from './acknowledgement.js';
import type { AcknowledgingSourceSpec, QueueConnection } from './acknowledging-source-spec.js';
import { KeepAlive } from './keep-alive.js';
import { MessageCalls } from './message-calls.js';
import { MessageReceiver } from './message-receiver.js';
import { ReceivedMessages } from './received-messages.js';
import { SourceCounters } from './source-counters.js';

export class AcknowledgingReader<M extends object, T> implements SourceReader<T> {
  readonly #spec: AcknowledgingSourceSpec<M, T>;
  readonly #context: SourceReaderContext;
  readonly #connection: QueueConnection<M>;
  readonly #messages = new ReceivedMessages<M>();
  readonly #counters = new SourceCounters();
  readonly #calls: MessageCalls<M>;
  readonly #receiver: MessageReceiver<M>;
  readonly #keepAlive: KeepAlive<M>;
  readonly #acknowledgement: Acknowledgement<M>;
  #input: 'open' | 'ending' = 'open';

  constructor(spec: AcknowledgingSourceSpec<M, T>, context: SourceReaderContext) {
    const { clock, random, post } = context;
    this.#spec = spec;
    this.#context = context;
    this.#connection = spec.connect({ clock, random });
    const onLate = (): void => void (this.#counters.lateReplies += 1);
    this.#calls = new MessageCalls({ clock, post, onLate, limits: spec.limits });
    this.#receiver = this.#createReceiver();
    this.#keepAlive = this.#createKeepAlive();
    this.#acknowledgement = this.#createAcknowledgement();
  }

  open(): void {
    // The first poll asks for messages: that is when there is demand.
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    for (let given = 0; given < recordsMax && this.#messages.waiting() > 0; given++) {
      this.#give(run, this.#messages.next()!);
    }
    if (this.#messages.waiting() > 0) return 'more-available';
    if (this.#isSettlementDue()) this.#acknowledgement.begin();
    else this.#goOn();
    return this.#input === 'ending' && this.#messages.size === 0
      ? 'end-of-input'
      : 'nothing-available';
  }

  endInput(): void {
    this.#input = 'ending';
    this.#receiver.stop();
  }

  metrics(): Readonly<Record<string, number>> {
    return { ...this.#counters, unacknowledged: this.#messages.size };
  }

  close(): Promise<void> {
    const { closeMsMax } = this.#spec.limits;
    this.#acknowledgement.cancel();
    this.#keepAlive.stop();
    this.#receiver.stop();
    return Promise.all([this.#receiver.letGo(closeMsMax), this.#calls.letGo(closeMsMax)])
      .then(() => {
        this.#release();
        return this.#calls.letGo(closeMsMax);
      })
      .then(() => this.#connection.close());
  }

  #give(run: Run<T>, message: M): void {
    let value: T;
    try {
      value = this.#spec.decode(message);
    } catch (cause) {
      this.#context.recordFailed(this.#unreadable(message, cause), message);
      return;
    }
    appendRecord(run, value);
  }

  // Pauses are what this source costs, so several receipts share one, unless somebody would wait.
  #isSettlementDue(): boolean {
    if (this.#messages.given() === 0) return false;
    return this.#input === 'ending' || this.#receiver.ranShort() || this.#room() === 0;
  }

  #goOn(): void {
    this.#acknowledgement.beginLater();
    if (this.#room() > 0) this.#receiver.receive(this.#room());
  }

  /** How many messages may be asked for. */
  #room(): number {
    const { receiveMessagesMax, unacknowledgedMessagesMax } = this.#spec.limits;
    return Math.min(receiveMessagesMax, unacknowledgedMessagesMax - this.#messages.size);
  }

  #release(): void {
    const delayMs = this.#spec.limits.releaseDelayMs;
    this.#calls.begin(this.#messages.held(), {
      call: (batch, signal) => this.#connection.release(batch, { delayMs, signal }),
      onOutcome: ({ taken, refused, unknown }) => {
        this.#counters.released += taken.length;
        this.#counters.releasesFailed += refused.length + unknown.length;
      },
    });
  }

  #onReceived(messages: readonly M[]): void {
    this.#counters.received += messages.length;
    this.#messages.add(messages);
    this.#keepAlive.start();
  }

  #unreadable(message: M, cause: unknown): MillraceError {
    const sentence = `message ${this.#spec.describe(message)} cannot be read: ${messageOf(cause)}`;
    return new MillraceError('MESSAGE_UNREADABLE', sentence, { cause });
  }

  #createReceiver(): MessageReceiver<M> {
    const { clock, random, post } = this.#context;
    return new MessageReceiver<M>({
      ...this.#shared(),
      clock,
      random,
      post,
      onReceived: (messages) => {
        this.#onReceived(messages);
      },
    });
  }

  #createKeepAlive(): KeepAlive<M> {
    const { clock, post } = this.#context;
    return new KeepAlive<M>({ ...this.#shared(), clock, post });
  }

  #createAcknowledgement(): Acknowledgement<M> {
    return new Acknowledgement<M>({ ...this.#shared(), context: this.#context });
  }

  /** What the parts of the reader have in common. */
  #shared() {
    return {
      messages: this.#messages,
      calls: this.#calls,
      connection: this.#connection,
      counters: this.#counters,
      limits: this.#spec.limits,
    };
  }
}
