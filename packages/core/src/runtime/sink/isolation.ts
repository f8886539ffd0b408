/**
 * Owns: which entries go alone, because a batch with one of them was refused, and the refusal that
 *     will fail the job once the others have landed.
 * Refuses: to hold entries: they wait at the front of the buffer, and it counts them. (A bisection
 *     and a dead-letter output will sit here.)
 *
 * D9. One bad record never costs a good one: the job fails after the others of its batch are settled,
 *     and nothing else is sent in between.
 */
import type { MillraceError } from '../../model/error.js';

export class Isolation {
  #toGo = 0;
  #inFlight = 0;
  #refusal: MillraceError | undefined;

  /** The first entries that wait go alone. */
  isolate(entries: number): void {
    this.#toGo += entries;
  }

  isActive(): boolean {
    return this.#toGo > 0;
  }

  /** Nothing but isolated entries may go: the job is about to fail. */
  isExclusive(): boolean {
    return this.#refusal !== undefined;
  }

  onSent(): void {
    this.#toGo -= 1;
    this.#inFlight += 1;
  }

  onEnded(): void {
    this.#inFlight -= 1;
  }

  /** There is nothing to take; whoever was to go alone was replaced. */
  onNothingLeft(): void {
    this.#toGo = 0;
  }

  refuse(error: MillraceError): void {
    this.#refusal ??= error;
  }

  /** The refusal that fails the job, now that no isolated entry is on its way. */
  due(): MillraceError | undefined {
    return this.#inFlight === 0 ? this.#refusal : undefined;
  }
}
