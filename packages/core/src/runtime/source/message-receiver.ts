/**
 * Owns: asking the queue for messages: one call at a time, and how long to wait after one that brought
 *     none.
 * Refuses: to ask unasked; the reader does, when there is demand and room.
 *
 * N5's kind: until the first answer, transient errors are retried for `openMsMax`, then they fail the
 * job. After it they are retried for ever, since a queue that was there comes back.
 */
import type { Random } from '../../model/clock.js';
import { MillraceError } from '../../model/error.js';
import type { Milliseconds, Timestamp } from '../../model/time.js';
import type { Outcome } from '../call/attempt.js';
import { Attempts } from '../call/attempts.js';
import { backoffMs, CONNECTOR_BACKOFF_FACTOR } from '../call/backoff.js';
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';
import type {
  AcknowledgingSourceLimits,
  QueueConnection,
  ReceiveErrorVerdict,
} from './acknowledging-source-spec.js';
import type { SourceCounters } from './source-counters.js';

export interface MessageReceiverParts<M extends object> extends TimerPorts {
  readonly connection: Pick<QueueConnection<M>, 'receive' | 'classify'>;
  readonly counters: SourceCounters;
  readonly limits: AcknowledgingSourceLimits;
  readonly random: Random;
  readonly onReceived: (messages: readonly M[]) => void;
}

type Status = 'ready' | 'receiving' | 'waiting' | 'stopped';

export class MessageReceiver<M extends object> {
  readonly #parts: MessageReceiverParts<M>;
  readonly #attempts: Attempts;
  readonly #wait: MailTimer;
  #status: Status = 'ready';
  /** Whether the queue has ever answered; until then, since when it has been asked. */
  #opening: { readonly since: Timestamp } | 'asked-nothing' | 'answered' = 'asked-nothing';
  #failures = 0;
  /** Whether the last answer had as many messages as were asked for. */
  #supply: 'ample' | 'short' = 'ample';

  constructor(parts: MessageReceiverParts<M>) {
    this.#parts = parts;
    const onLate = (): void => void (parts.counters.lateReplies += 1);
    this.#attempts = new Attempts({ ...parts, name: 'source.receive', onLate, abandonedMax: 1 });
    this.#wait = new MailTimer(parts, 'source.receive-again', () => {
      this.#become('ready');
    });
  }

  /** True when the queue had fewer messages than it was asked for, the last time. */
  ranShort(): boolean {
    return this.#supply === 'short';
  }

  /** Asks for messages, unless it is asking, waiting or stopped. */
  receive(messagesMax: number): void {
    if (this.#status !== 'ready') return;
    const { connection, clock, limits } = this.#parts;
    const { holdMs, requestMsMax } = limits;
    this.#become('receiving');
    if (this.#opening === 'asked-nothing') this.#opening = { since: clock.now() };
    this.#attempts.begin<readonly M[]>({
      call: (signal) => connection.receive({ messagesMax, holdMs, signal }),
      deadlineMs: requestMsMax,
      onOutcome: (outcome) => {
        this.#onOutcome(outcome, messagesMax);
      },
    });
  }

  /** Nothing more is asked for. What comes nonetheless is still handed over. */
  stop(): void {
    this.#status = 'stopped';
    this.#wait.cancel();
    this.#attempts.abort();
  }

  /** Resolves when the last call has ended, or after `limitMs`. */
  letGo(limitMs: Milliseconds): Promise<void> {
    return this.#attempts.letGo(limitMs);
  }

  #onOutcome(outcome: Outcome<readonly M[]>, asked: number): void {
    if (outcome.is === 'replied') this.#onReply(outcome.reply, asked);
    else if (this.#status !== 'stopped') this.#onFailure(this.#verdictOn(outcome));
  }

  #onReply(messages: readonly M[], asked: number): void {
    // What comes after a stop is only to be given back.
    if (messages.length > asked && this.#status !== 'stopped')
      throw receiveExceeded(messages.length, asked);
    this.#opening = 'answered';
    this.#failures = 0;
    this.#supply = messages.length < asked ? 'short' : 'ample';
    this.#become('ready');
    if (messages.length === 0) this.#waitFor(this.#parts.limits.emptyReceiveDelayMs);
    else this.#parts.onReceived(messages);
  }

  #onFailure({ kind, reason, cause }: ReceiveErrorVerdict & { readonly cause: unknown }): void {
    const { counters, clock, limits, random } = this.#parts;
    counters.receiveFailures += 1;
    this.#failures += 1;
    if (kind === 'fatal') throw receiveFailed(reason, cause);
    const since = typeof this.#opening === 'object' ? this.#opening.since : clock.now();
    if (clock.now() - since >= limits.openMsMax) throw openTimeout(limits.openMsMax, reason, cause);
    const backoff = { ...limits, backoffFactor: CONNECTOR_BACKOFF_FACTOR };
    this.#waitFor(backoffMs(this.#failures, backoff, random));
  }

  #verdictOn(
    outcome: Exclude<Outcome<readonly M[]>, { is: 'replied' }>,
  ): ReceiveErrorVerdict & { readonly cause: unknown } {
    if (outcome.is === 'overdue') {
      const waited = String(this.#parts.limits.requestMsMax);
      return { kind: 'transient', reason: `no answer came within ${waited} ms`, cause: undefined };
    }
    return { ...this.#parts.connection.classify(outcome.error), cause: outcome.error };
  }

  #waitFor(delayMs: Milliseconds): void {
    if (this.#status === 'stopped') return;
    this.#become('waiting');
    this.#wait.arm(delayMs);
  }

  // A stop is for good, whatever comes after it.
  #become(status: Status): void {
    if (this.#status !== 'stopped') this.#status = status;
  }
}

function receiveExceeded(messages: number, asked: number): MillraceError {
  const sentence = `its queue handed over ${String(messages)} messages when asked for ${String(asked)}`;
  return new MillraceError('SOURCE_RECEIVE_EXCEEDED', sentence);
}

function receiveFailed(reason: string, cause: unknown): MillraceError {
  return new MillraceError('SOURCE_RECEIVE_FAILED', `cannot receive: ${reason}`, { cause });
}

function openTimeout(openMsMax: Milliseconds, reason: string, cause: unknown): MillraceError {
  const sentence = `could not receive within ${String(openMsMax)} ms: ${reason}`;
  return new MillraceError('SOURCE_OPEN_TIMEOUT', sentence, { cause });
}
