/**
 * Owns: chance that a seed repeats.
 * Refuses: secrets; it is mulberry32, good for mixing things up and for nothing else.
 */
import type { Random } from '@millrace/core/connector';

/** The same numbers for the same seed, each in [0, 1). */
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
