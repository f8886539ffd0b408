/**
 * Owns: waiting for something at most so long: what `close` does, and nothing else.
 * Refuses: to be used in a step (E1).
 */
import type { Clock } from '../../model/clock.js';
import type { Milliseconds } from '../../model/time.js';

/** Resolves when the work has ended, or when `limitMs` have passed on the clock. */
export function within(work: Promise<unknown>, limitMs: Milliseconds, clock: Clock): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- close is the one thing that is waited for.
  return new Promise((resolve, reject) => {
    const cancel = clock.after(limitMs, resolve);
    work.finally(cancel).then(() => resolve(), reject);
  });
}
