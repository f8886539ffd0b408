/**
 * Owns: one mail for however much came from the world since the last one was delivered.
 * Refuses: to carry what came. It lies at the door, and the step that the mail brings about takes it.
 *
 * E2. This is all that a callback does to the job.
 */
import type { PostMail } from '../../model/mail.js';

export class Doorbell {
  readonly #post: PostMail;
  readonly #name: string;
  readonly #onDelivered: () => void;
  #status: 'quiet' | 'rung' = 'quiet';

  /** `onDelivered` runs in the step; whoever is polled by it anyway needs none. */
  constructor(post: PostMail, name: string, onDelivered: () => void = () => undefined) {
    this.#post = post;
    this.#name = name;
    this.#onDelivered = onDelivered;
  }

  ring(): void {
    if (this.#status === 'rung') return;
    this.#status = 'rung';
    this.#post({ name: this.#name, deliver: this.#deliver });
  }

  readonly #deliver = (): void => {
    this.#status = 'quiet';
    this.#onDelivered();
  };
}
