/**
 * Owns: letting promises settle that wait for nothing but each other.
 * Refuses: to wait for the world: no timer, no socket and no file is heard in here.
 */

/**
 * How many links of a chain of promises one call settles. What a sink or a reader does between two
 * steps is a handful; a longer chain goes on after the next step.
 */
export const SETTLE_ROUNDS = 32;

/** Rounds that are given before a simulation says that nothing will ever happen. */
export const LAST_SETTLE_ROUNDS = 2_048;

/**
 * Settles promises, round by round. It is the same number of rounds every time, so that a seed gives
 * the same trace.
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
export async function settlePromises(rounds = SETTLE_ROUNDS): Promise<void> {
  for (let round = 0; round < rounds; round++) await Promise.resolve();
}
