/**
 * Owns: what one try tells the user's function: its number, and a signal that fires when nobody waits for
 * it any more.
 * Refuses: to make a signal that nobody asks for: one costs more than the rest of a call.
 *
 * A7. The signal is the try's own. Nothing of the job is listened to, so that no listeners pile up: whoever
 *     ends the job aborts the tries that there are.
 */
import type { AsyncCallContext } from '../../model/async-function.js';

export class TryContext implements AsyncCallContext {
  readonly attempt: number;
  #controller: AbortController | undefined;

  constructor(attempt: number) {
    this.attempt = attempt;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** Beside the context and not in it: the user's function is not to abort itself. */
  static abort(context: TryContext): void {
    // Also for a function that asks for the signal when it is too late.
    context.#controller ??= new AbortController();
    context.#controller.abort();
  }
}
