/**
 * Owns: the clock and the dice of the world, behind the ports of `model/clock.ts`.
 * Refuses: delays that Node.js would cut to one millisecond: longer ones are chained.
 */
import type { CancelTimer, Clock, Random } from '../model/clock.js';
import type { Milliseconds } from '../model/time.js';

/** What `setTimeout` takes at most; beyond it fires at once. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => chainedTimeout(delayMs, callback),
};

export const realRandom: Random = { next: () => Math.random() };

function chainedTimeout(delayMs: Milliseconds, callback: () => void): CancelTimer {
  let leftMs = delayMs;
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    const legMs = Math.min(leftMs, TIMEOUT_MS_MAX);
    leftMs -= legMs;
    timer = setTimeout(leftMs > 0 ? arm : callback, legMs);
  };
  arm();
  return () => {
    clearTimeout(timer);
  };
}
