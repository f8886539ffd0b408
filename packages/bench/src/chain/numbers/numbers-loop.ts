/**
 * Owns: workload (a) as a plain loop: what no library can pass.
 */
import type { ChainCase } from '../chain-case.js';
import { NUMBERS } from './numbers-workload.js';

export const numbersLoop: ChainCase = { run, runUnlike: undefined };

function run(): number {
  let sum = 0;
  for (let i = 0; i < NUMBERS; i++) {
    const x = i * 2 + 1;
    if (x % 3 !== 0) sum += x;
  }
  return sum;
}
