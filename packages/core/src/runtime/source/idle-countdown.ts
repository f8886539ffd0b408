/**
 * Owns: how long one split has had nothing, on the job's clock.
 * Refuses: to say that a split is idle which nobody has read: only a poll asks.
 *
 * T3. It begins with a poll that finds nothing and runs only while polls may go on. Whatever keeps the
 *     task from reading (no credit, an alignment, an acknowledgement) begins it anew.
 * When it is over, a mail wakes the task, and the poll of that very step decides. So the bound is exact.
 */
import type { Milliseconds } from '../../model/time.js';
import { MailTimer, type TimerPorts } from '../call/mail-timer.js';

export class IdleCountdown {
  readonly #idleAfterMs: Milliseconds | undefined;
  readonly #timer: MailTimer;
  #status: 'at-rest' | 'running' | 'over' = 'at-rest';

  /** Without a length it never ends. */
  constructor(ports: TimerPorts, idleAfterMs: Milliseconds | undefined) {
    this.#idleAfterMs = idleAfterMs;
    this.#timer = new MailTimer(ports, 'source.idle', () => {
      this.#status = 'over';
    });
  }

  /** A poll found nothing; true when that has been so for long enough. */
  onNothing(): boolean {
    if (this.#status === 'at-rest' && this.#idleAfterMs !== undefined) {
      this.#status = 'running';
      this.#timer.arm(this.#idleAfterMs);
    }
    return this.#status === 'over';
  }

  /** There was something, or nobody could look. */
  reset(): void {
    if (this.#status === 'at-rest') return;
    this.#status = 'at-rest';
    this.#timer.cancel();
  }
}
