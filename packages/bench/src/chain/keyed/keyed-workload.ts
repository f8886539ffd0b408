/**
 * Owns: workload (b): three million records under 1,000 string keys; map makes a new record of each,
 * two in three are kept, and each of these gives the running sum of its key.
 * Refuses: to run it; each library has its own file.
 *
 * Records are made one by one, as a source makes them; only the keys exist before. The values are
 * small, so that no library pays for boxed doubles and all sums are exact.
 */
import type { Workload } from '../chain-case.js';

export interface KeyedRecord {
  readonly key: string;
  readonly ts: number;
  readonly value: number;
}

export const RECORDS = 3_000_000;
const KEYS = 1000;
const keys: readonly string[] = Array.from({ length: KEYS }, (_, i) => `key-${String(i)}`);

export const keyedWorkload: Workload = { records: RECORDS, checksum };

export function recordAt(i: number): KeyedRecord {
  return { key: keys[i % KEYS]!, ts: i, value: valueAt(i) };
}

export function doubled(record: KeyedRecord): KeyedRecord {
  return { key: record.key, ts: record.ts, value: record.value * 2 + 1 };
}

export function kept(record: KeyedRecord): boolean {
  return record.value % 3 !== 0;
}

export function added(sum: KeyedRecord, record: KeyedRecord): KeyedRecord {
  return { key: sum.key, ts: record.ts, value: sum.value + record.value };
}

function valueAt(i: number): number {
  return i & 1023;
}

// The sum of every running sum, counted without records, keys or maps.
function checksum(): number {
  const sums = new Float64Array(KEYS);
  let total = 0;
  for (let i = 0; i < RECORDS; i++) {
    const value = valueAt(i) * 2 + 1;
    if (value % 3 !== 0) total += sums[i % KEYS]! += value;
  }
  return total;
}
