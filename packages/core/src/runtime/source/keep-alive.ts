/**
 * Owns: the ticks by which the holds of received messages are extended.
 * Refuses: to extend a hold that the queue says is lost, or one of a message that is not ours.
 *
 * Q5. One tick extends all that are held. It comes at least every `extendHoldEveryMs` while there
 *     are any, so none runs out; and after `stop` there is no more (the tick that is on its way is
 *     waited for by whoever stops).
 */
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';
import type { AcknowledgingSourceLimits, QueueConnection } from './acknowledging-source-spec.js';
import type { MessageCalls, MessagesOutcome } from './message-calls.js';
import type { ReceivedMessages } from './received-messages.js';
import type { SourceCounters } from './source-counters.js';

export interface KeepAliveParts<M extends object> extends TimerPorts {
  readonly messages: ReceivedMessages<M>;
  readonly calls: MessageCalls<M>;
  readonly connection: Pick<QueueConnection<M>, 'extendHold'>;
  readonly counters: SourceCounters;
  readonly limits: Pick<AcknowledgingSourceLimits, 'holdMs' | 'extendHoldEveryMs'>;
}

export class KeepAlive<M extends object> {
  readonly #parts: KeepAliveParts<M>;
  readonly #timer: MailTimer;
  #status: 'ticking' | 'stopped' = 'ticking';

  constructor(parts: KeepAliveParts<M>) {
    this.#parts = parts;
    this.#timer = new MailTimer(parts, 'source.keep-alive', () => {
      this.#tick();
    });
  }

  /** There are messages to be held. */
  start(): void {
    if (this.#status === 'stopped' || this.#timer.isArmed()) return;
    this.#timer.arm(this.#parts.limits.extendHoldEveryMs);
  }

  /** For good, whatever is received after it. */
  stop(): void {
    this.#status = 'stopped';
    this.#timer.cancel();
  }

  #tick(): void {
    const { messages, calls, connection, limits } = this.#parts;
    const { holdMs } = limits;
    const held = messages.held();
    if (held.length === 0) return;
    calls.begin(held, {
      call: (batch, signal) => connection.extendHold(batch, { holdMs, signal }),
      onOutcome: (outcome) => {
        this.#onOutcome(outcome);
      },
    });
    this.start();
  }

  #onOutcome({ taken, refused, unknown }: MessagesOutcome<M>): void {
    const { messages, counters } = this.#parts;
    counters.holdExtensions += taken.length;
    counters.holdExtensionsRefused += refused.length;
    counters.holdExtensionsFailed += unknown.length;
    messages.loseHold(refused);
  }
}
