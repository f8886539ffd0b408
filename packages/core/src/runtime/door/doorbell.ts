/**
 * Owns: one mail for however many values came from the world since the last one was delivered.
 * Refuses: to carry them; they lie at the door, and the poll that the mail brings about takes them.
 *
 * E2. This is all that a callback does to the job.
 */
import type { PostMail } from '../../model/mail.js';

export class Doorbell {
  readonly #post: PostMail;
  readonly #name: string;
  #status: 'quiet' | 'rung' = 'quiet';

  constructor(post: PostMail, name: string) {
    this.#post = post;
    this.#name = name;
  }

  ring(): void {
    if (this.#status === 'rung') return;
    this.#status = 'rung';
    this.#post({ name: this.#name, deliver: this.#deliver });
  }

  readonly #deliver = (): void => {
    this.#status = 'quiet';
  };
}
