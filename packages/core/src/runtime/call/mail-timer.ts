/**
 * Owns: a timer that comes back as mail: linger, backoff, limiter, keep-alive, deadlines are this.
 * Refuses: to do anything when the clock fires (E2); the mail does it, in a step.
 */
import type { CancelTimer, Clock } from '../../model/clock.js';
import type { PostMail } from '../../model/mail.js';
import type { Milliseconds } from '../../model/time.js';

/** What a timer is made of: the two ports of the task that it needs. */
export interface TimerPorts {
  readonly clock: Clock;
  readonly post: PostMail;
}

export class MailTimer {
  readonly #ports: TimerPorts;
  readonly #name: string;
  readonly #onElapsed: () => void;
  // The token tells a mail that was overtaken by `cancel` from the one of the next arming.
  #armed: { readonly token: object; readonly cancel: CancelTimer } | undefined;

  constructor(ports: TimerPorts, name: string, onElapsed: () => void) {
    this.#ports = ports;
    this.#name = name;
    this.#onElapsed = onElapsed;
  }

  isArmed(): boolean {
    return this.#armed !== undefined;
  }

  /** Elapses once, `delayMs` from now; an arming before is forgotten. */
  arm(delayMs: Milliseconds): void {
    this.cancel();
    const token = {};
    const deliver = (): void => this.#deliver(token);
    const fire = (): void => this.#ports.post({ name: this.#name, deliver });
    this.#armed = { token, cancel: this.#ports.clock.after(delayMs, fire) };
  }

  cancel(): void {
    this.#armed?.cancel();
    this.#armed = undefined;
  }

  #deliver(token: object): void {
    if (this.#armed?.token !== token) return;
    this.#armed = undefined;
    this.#onElapsed();
  }
}
