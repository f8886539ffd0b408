/**
 * Owns: letting promises settle that wait for nothing but each other.
 * Refuses: to wait for the world: no timer, no socket and no file is heard in here.
 *
 * Node.js runs what `nextTick` was given when every promise that can settle has settled, and before it
 * looks at timers and sockets. So one tick settles chains of any length, at the price of one promise.
 */

/**
 * How many ticks one call lets pass. One is enough for promises; Node.js's own streams go by ticks, a
 * few of them in a row.
 */
export const SETTLE_TICKS = 3;

/** Ticks that are given before a simulation says that nothing will ever happen. */
export const LAST_SETTLE_TICKS = 64;

// Taken at once, for fake timers of a test framework may put another in its place.
const { nextTick } = process;

/**
 * Settles promises. It is the same number of ticks every time, so that a seed gives the same trace.
 *
 * @example
 * ```ts
 * import { settlePromises } from '@millrace/testing';
 *
 * let answer = '';
 * void Promise.resolve('yes').then((said) => { answer = said; });
 * await settlePromises();
 * console.log(answer); // yes
 * ```
 */
export async function settlePromises(ticks = SETTLE_TICKS): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) await nextTicked();
}

function nextTicked(): Promise<void> {
  return new Promise((resolve) => {
    nextTick(resolve);
  });
}
