/**
 * Owns: workload (b) as a plain loop over a Map.
 */
import type { ChainCase } from '../chain-case.js';
import { doubled, kept, recordAt, RECORDS } from './keyed-workload.js';

export const keyedLoop: ChainCase = { run, runUnlike: undefined };

function run(): number {
  const sums = new Map<string, number>();
  let total = 0;
  for (let i = 0; i < RECORDS; i++) {
    const record = doubled(recordAt(i));
    if (!kept(record)) continue;
    const sum = (sums.get(record.key) ?? 0) + record.value;
    sums.set(record.key, sum);
    total += sum;
  }
  return total;
}
