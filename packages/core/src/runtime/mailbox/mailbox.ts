/**
 * Owns: the only way into a task: mails from the world, in the order in which they came.
 * Refuses: to deliver outside a step, and to accept anything once closed.
 *
 * E2. A callback only posts; what happened is recorded when a step delivers the mail.
 * The box needs no limit of its own: who posts has one (requests in flight, one timer, one read).
 */
import type { Mail } from '../../model/mail.js';

export class Mailbox {
  #mails: Mail[] = [];
  #delivered = 0;
  #status: 'open' | 'closed' = 'open';
  readonly #wake: () => void;

  /** `wake` tells the executor's driver that a step has something to do. */
  constructor(wake: () => void) {
    this.#wake = wake;
  }

  readonly post = (mail: Mail): void => {
    if (this.#status === 'closed') return;
    this.#mails.push(mail);
    this.#wake();
  };

  isEmpty(): boolean {
    return this.#delivered === this.#mails.length;
  }

  /** Delivers at most `mailsMax` mails and says how many. */
  deliver(mailsMax: number): number {
    const end = Math.min(this.#mails.length, this.#delivered + mailsMax);
    const count = end - this.#delivered;
    while (this.#delivered < end) {
      const mail = this.#mails[this.#delivered++];
      mail?.deliver();
    }
    if (this.#delivered * 2 >= this.#mails.length) this.#forgetDelivered();
    return count;
  }

  close(): void {
    this.#status = 'closed';
    this.#delivered = this.#mails.length;
    this.#forgetDelivered();
  }

  // When they are half of all, so that it costs little and a box that is never empty stays small.
  #forgetDelivered(): void {
    this.#mails = this.#mails.slice(this.#delivered);
    this.#delivered = 0;
  }
}
