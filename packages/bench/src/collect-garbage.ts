/**
 * Owns: a full garbage collection at a given moment, without a flag on the command line.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects everything that can be collected, now. */
export const collectGarbage = runInNewContext('gc') as () => void;
