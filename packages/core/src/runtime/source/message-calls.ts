/**
 * Owns: calls to the queue about messages that were received: in batches, each with a deadline.
 * Refuses: to repeat one: what was not acknowledged comes again, and holds are extended once more
 *     before they run out.
 *
 * Q6. Each call accounts for its whole batch: a message was taken, or refused by name, or nothing is
 *     known of it since the call failed.
 */
import type { Milliseconds } from '../../model/time.js';
import { Attempts, type AttemptsParts } from '../call/attempts.js';
import type { Outcome } from '../call/attempt.js';
import type { AcknowledgingSourceLimits, MessagesReply } from './acknowledging-source-spec.js';

/** What became of a batch. */
export interface MessagesOutcome<M> {
  readonly taken: readonly M[];
  readonly refused: readonly M[];
  /** Of a call that was rejected, or not answered in time. */
  readonly unknown: readonly M[];
}

export interface MessageCall<M> {
  readonly call: (batch: readonly M[], signal: AbortSignal) => Promise<MessagesReply<M>>;
  readonly onOutcome: (outcome: MessagesOutcome<M>) => void;
}

export interface MessageCallsParts extends Pick<AttemptsParts, 'clock' | 'post' | 'onLate'> {
  readonly limits: Pick<
    AcknowledgingSourceLimits,
    'batchMessagesMax' | 'requestMsMax' | 'unacknowledgedMessagesMax'
  >;
}

export class MessageCalls<M extends object> {
  readonly #limits: MessageCallsParts['limits'];
  readonly #attempts: Attempts;

  constructor({ limits, ...ports }: MessageCallsParts) {
    this.#limits = limits;
    const abandonedMax = limits.unacknowledgedMessagesMax;
    this.#attempts = new Attempts({ ...ports, name: 'source.call', abandonedMax });
  }

  /** Begins a call for each batch; each has an outcome of its own. */
  begin(messages: readonly M[], { call, onOutcome }: MessageCall<M>): void {
    const { batchMessagesMax, requestMsMax } = this.#limits;
    for (let from = 0; from < messages.length; from += batchMessagesMax) {
      const batch = messages.slice(from, from + batchMessagesMax);
      this.#attempts.begin<MessagesReply<M>>({
        call: (signal) => call(batch, signal),
        deadlineMs: requestMsMax,
        onOutcome: (outcome) => {
          onOutcome(outcomeOf(batch, outcome));
        },
      });
    }
  }

  /** Resolves when every call has ended, or after `limitMs`; then the rest is aborted. */
  letGo(limitMs: Milliseconds): Promise<void> {
    return this.#attempts.letGo(limitMs);
  }
}

function outcomeOf<M>(batch: readonly M[], outcome: Outcome<MessagesReply<M>>): MessagesOutcome<M> {
  if (outcome.is !== 'replied') return { taken: [], refused: [], unknown: batch };
  const named = new Set(outcome.reply.refused);
  return {
    taken: batch.filter((message) => !named.has(message)),
    refused: batch.filter((message) => named.has(message)),
    unknown: [],
  };
}
