/**
 * Owns: one call to the world, with its deadline and its AbortSignal.
 * Refuses: to judge what came of it, and to do anything in a promise callback but post mail (E2).
 *
 * N1. It ends exactly once for the caller: with the answer, or with the deadline. An answer that
 *     comes after the deadline is late: reported as such, once, and ignored.
 */
import type { Milliseconds } from '../../model/time.js';
import { MailTimer, type TimerPorts } from './mail-timer.js';

/** The task that calls, and how the mails of its calls are named in traces. */
export interface AttemptPorts extends TimerPorts {
  readonly name: string;
}

export type Outcome<R> =
  | { readonly is: 'replied'; readonly reply: R }
  | { readonly is: 'rejected'; readonly error: unknown }
  /** No answer came in time. The request is aborted, and may have had its effect. */
  | { readonly is: 'overdue' };

export interface AttemptParts<R> {
  readonly call: (signal: AbortSignal) => Promise<R>;
  readonly deadlineMs: Milliseconds;
  readonly onOutcome: (outcome: Outcome<R>) => void;
  readonly onLate: () => void;
}

type Status<R> =
  | { readonly is: 'pending' }
  /** The promise has settled; its mail is on the way. */
  | { readonly is: 'answered'; readonly outcome: Outcome<R> }
  | { readonly is: 'judged' }
  /** Given up before an answer came. */
  | { readonly is: 'abandoned' };

export class Attempt<R> {
  /** Resolves when the call has ended, however it did. */
  readonly ended: Promise<void>;
  readonly #parts: AttemptParts<R>;
  readonly #ports: AttemptPorts;
  readonly #controller = new AbortController();
  readonly #deadline: MailTimer;
  #status: Status<R> = { is: 'pending' };

  constructor(parts: AttemptParts<R>, ports: AttemptPorts) {
    this.#parts = parts;
    this.#ports = ports;
    this.#deadline = new MailTimer(ports, `${ports.name}.deadline`, () => this.#expire());
    this.#deadline.arm(parts.deadlineMs);
    this.ended = begun(() => parts.call(this.#controller.signal)).then(
      (reply) => this.#onSettled({ is: 'replied', reply }),
      (error: unknown) => this.#onSettled({ is: 'rejected', error }),
    );
  }

  /** Tells the call to end. Its outcome still counts. */
  abort(): void {
    this.#deadline.cancel();
    this.#controller.abort();
  }

  /** Takes the answer now if there is one, without waiting for its mail. */
  deliver(): void {
    if (this.#status.is !== 'answered') return;
    const { outcome } = this.#status;
    this.#status = { is: 'judged' };
    this.#deadline.cancel();
    this.#parts.onOutcome(outcome);
  }

  /** Stops to expect an answer; one that comes is late. */
  abandon(): void {
    if (this.#status.is === 'pending') this.#status = { is: 'abandoned' };
  }

  #onSettled(outcome: Outcome<R>): void {
    if (this.#status.is === 'pending') {
      this.#status = { is: 'answered', outcome };
      this.#ports.post({ name: `${this.#ports.name}.reply`, deliver: () => this.deliver() });
    } else {
      this.#ports.post({ name: `${this.#ports.name}.late-reply`, deliver: this.#parts.onLate });
    }
  }

  // An answer whose mail is on the way came before the deadline.
  #expire(): void {
    if (this.#status.is !== 'pending') return;
    this.abandon();
    this.abort();
    this.#parts.onOutcome({ is: 'overdue' });
  }
}

// Async, so that a call that throws is a call that rejects.
async function begun<R>(call: () => Promise<R>): Promise<R> {
  return call();
}
