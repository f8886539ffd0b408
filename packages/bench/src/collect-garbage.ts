/**
 * Owns: a full garbage collection at a given moment, without a flag on the command line, and how much of
 * the heap is in use after it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects everything that can be collected, now. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** After a collection of everything. */
export function heapUsedMb(): number {
  collectGarbage();
  return Number((process.memoryUsage().heapUsed / 1e6).toFixed(2));
}
