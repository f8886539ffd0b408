/**
 * Owns: connecting: attempts, each with a deadline, until one succeeds or `openMsMax` is over.
 * Refuses: to decide when the next attempt is (the machine does, and the backoff).
 *
 * N5. While opening, transient errors are retried until `openMsMax`; then they fail the job, in one
 *     sentence with the last reason. An error that no retry can mend fails it at once.
 */
import { MillraceError } from '../../model/error.js';
import type { Outcome } from '../call/attempt.js';
import type { Attempts } from '../call/attempts.js';
import type { AsyncSinkLimits, SinkConnection } from './async-sink-spec.js';
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';
import { classified, type Classify } from './verdict.js';

export interface OpeningParts extends TimerPorts {
  readonly operator: string;
  readonly limits: Pick<AsyncSinkLimits, 'requestMsMax' | 'openMsMax'>;
  readonly open: SinkConnection<unknown>['open'];
  readonly classify: Classify;
  readonly attempts: Attempts;
  readonly onOpened: () => void;
  readonly onDelayed: () => void;
  readonly onFailed: (error: MillraceError) => void;
}

export class Opening {
  readonly #parts: OpeningParts;
  readonly #deadline: MailTimer;
  #lastError: { readonly reason: string; readonly cause?: unknown } = {
    reason: 'no answer came',
  };

  constructor(parts: OpeningParts) {
    this.#parts = parts;
    this.#deadline = new MailTimer(parts, 'sink.open-deadline', () => this.#expire());
  }

  armDeadline(): void {
    this.#deadline.arm(this.#parts.limits.openMsMax);
  }

  cancelDeadline(): void {
    this.#deadline.cancel();
  }

  connect(): void {
    this.#parts.attempts.begin<void>({
      call: (signal) => this.#parts.open(signal),
      deadlineMs: this.#parts.limits.requestMsMax,
      onOutcome: (outcome) => this.#onOutcome(outcome),
    });
  }

  #onOutcome(outcome: Outcome<void>): void {
    if (outcome.is === 'replied') this.#parts.onOpened();
    else if (outcome.is === 'rejected') this.#onError(outcome.error);
    else this.#onOverdue();
  }

  #onOverdue(): void {
    const waitedMs = this.#parts.limits.requestMsMax;
    this.#lastError = { reason: `no answer came within ${String(waitedMs)} ms` };
    this.#parts.onDelayed();
  }

  #onError(cause: unknown): void {
    const { kind, reason } = classified(cause, this.#parts.classify);
    this.#lastError = { reason, cause };
    if (kind !== 'fatal' && kind !== 'poison') this.#parts.onDelayed();
    else this.#fail('SINK_OPEN_FAILED', 'could not be opened');
  }

  #expire(): void {
    const limitMs = this.#parts.limits.openMsMax;
    this.#fail('SINK_OPEN_TIMEOUT', `could not be opened within ${String(limitMs)} ms`);
  }

  #fail(code: string, what: string): void {
    const { operator } = this.#parts;
    const { reason, cause } = this.#lastError;
    const sentence = `The sink ${operator} ${what}: ${reason}`;
    this.#parts.onFailed(new MillraceError(code, sentence, { operator, cause }));
  }
}
