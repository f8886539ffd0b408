/**
 * Owns: workload (a): 0 to 10,000,000, x * 2 + 1, those not divisible by three, their sum.
 * Refuses: to run it; each library has its own file.
 *
 * Every library that sums in a callback sums into a Float64Array of one: a captured variable would
 * be boxed anew for each record, in theirs as in ours. What is measured is the library.
 */
import type { Workload } from '../chain-case.js';

export const NUMBERS = 10_000_000;

export const numbersWorkload: Workload = { records: NUMBERS, checksum };

// All of 2i + 1 make n². Of these, 3, 9, 15, ... are divisible by three: k of them make 3k².
function checksum(): number {
  const divisible = Math.floor((NUMBERS + 1) / 3);
  return NUMBERS ** 2 - 3 * divisible ** 2;
}
