/**
 * Owns: chance that a seed repeats.
 * Refuses: to be used for secrets.
 */
import type { Random } from '@millrace/core/connector';

/**
 * The numbers in [0, 1) that belong to a seed: mulberry32, by Tommy Ettinger. It has 32 bits of
 * state, which is plenty for the order of some tasks and keeps a seed short enough to type.
 *
 * @example
 * ```ts
 * import { seededRandom } from '@millrace/testing';
 *
 * console.log(seededRandom(7).next() === seededRandom(7).next()); // true
 * ```
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next: () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}

/** A whole number from `least` to `most`, both included. */
export function integerBetween(random: Random, least: number, most: number): number {
  return least + Math.floor(random.next() * (most - least + 1));
}

/** The same things in an order that chance decides (Fisher and Yates). */
export function shuffled<T>(things: readonly T[], random: Random): readonly T[] {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last--) {
    const other = integerBetween(random, 0, last);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
