/**
 * Owns: whose turn it is among the calls of each key: one at a time, in the order of the input.
 * Refuses: to keep a key that nobody calls for.
 *
 * A3. Other keys go on meanwhile.
 */
import type { CanonicalKey } from '../../model/key.js';
import type { AsyncCall } from './async-call.js';

export class KeyLanes {
  /** The last call of each key that is not done. */
  readonly #last = new Map<CanonicalKey, AsyncCall>();

  /** Whether the call may begin at once; otherwise it is told by `next` of the one before it. */
  enter(call: AsyncCall): boolean {
    const before = this.#last.get(call.key!);
    this.#last.set(call.key!, call);
    if (before === undefined) return true;
    before.behind = call;
    return false;
  }

  /** The call that may begin, now that this one is done. */
  next(call: AsyncCall): AsyncCall | undefined {
    const { behind } = call;
    call.behind = undefined;
    if (behind === undefined) this.#last.delete(call.key!);
    return behind;
  }
}
