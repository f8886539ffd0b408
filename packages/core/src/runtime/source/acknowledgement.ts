/**
 * Owns: the way of messages from given to acknowledged: asking the job when all is settled, and then
 *     telling the queue.
 * Refuses: to ask twice at a time. Another pause would be for messages that the next one covers.
 *
 * Q1. Acknowledged are the messages that had been given when the job was asked, after it has answered;
 *     so never one before all that came of it is written.
 */
import type { SourceReaderContext } from '../../model/source.js';
import { MailTimer } from '../call/mail-timer.js';
import type { AcknowledgingSourceLimits, QueueConnection } from './acknowledging-source-spec.js';
import type { MessageCalls, MessagesOutcome } from './message-calls.js';
import type { ReceivedMessages } from './received-messages.js';
import type { SourceCounters } from './source-counters.js';

export interface AcknowledgementParts<M extends object> {
  readonly context: Pick<SourceReaderContext, 'clock' | 'post' | 'whenSettled'>;
  readonly messages: ReceivedMessages<M>;
  readonly calls: MessageCalls<M>;
  readonly connection: Pick<QueueConnection<M>, 'acknowledge'>;
  readonly counters: SourceCounters;
  readonly limits: Pick<AcknowledgingSourceLimits, 'settleDelayMsMax'>;
}

type Stage =
  | { readonly is: 'at-rest' }
  /** The job has been asked. */
  | { readonly is: 'settling' }
  /** All is settled; for so many messages the queue has not answered yet. */
  | { readonly is: 'acknowledging'; readonly messages: number };

export class Acknowledgement<M extends object> {
  readonly #parts: AcknowledgementParts<M>;
  readonly #delay: MailTimer;
  #stage: Stage = { is: 'at-rest' };

  constructor(parts: AcknowledgementParts<M>) {
    this.#parts = parts;
    this.#delay = new MailTimer(parts.context, 'source.settle', () => {
      this.begin();
    });
  }

  /** Begins with what has been given, unless it is busy with what was given before. */
  begin(): void {
    const { messages, context } = this.#parts;
    if (this.#stage.is !== 'at-rest' || messages.given() === 0) return;
    this.#delay.cancel();
    this.#stage = { is: 'settling' };
    const given = messages.takeGiven();
    const deliver = (): void => {
      this.#acknowledge(given);
    };
    context.whenSettled({ name: 'source.settled', deliver });
  }

  /** Begins by itself after a while, if something has been given. */
  beginLater(): void {
    if (this.#parts.messages.given() === 0 || this.#delay.isArmed()) return;
    this.#delay.arm(this.#parts.limits.settleDelayMsMax);
  }

  /** Nothing is begun any more. */
  cancel(): void {
    this.#delay.cancel();
  }

  #acknowledge(messages: readonly M[]): void {
    const { calls, connection } = this.#parts;
    this.#stage = { is: 'acknowledging', messages: messages.length };
    calls.begin(messages, {
      call: (batch, signal) => connection.acknowledge(batch, signal),
      onOutcome: (outcome) => {
        this.#onOutcome(outcome, messages.length);
      },
    });
  }

  // What was refused comes again when its hold is over: at least once is what a queue promises.
  #onOutcome({ taken, refused, unknown }: MessagesOutcome<M>, begun: number): void {
    const { counters, messages } = this.#parts;
    counters.acknowledged += taken.length;
    counters.acknowledgementsRefused += refused.length;
    counters.acknowledgementsFailed += unknown.length;
    const answered = [...taken, ...refused, ...unknown];
    messages.remove(answered);
    const open = this.#stage.is === 'acknowledging' ? this.#stage.messages : begun;
    const left = open - answered.length;
    this.#stage = left > 0 ? { is: 'acknowledging', messages: left } : { is: 'at-rest' };
  }
}
