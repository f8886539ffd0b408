/**
 * Owns: the run, which is what channels and chains carry: consecutive records as two parallel arrays.
 * Refuses: control elements (see `element.ts`); a run holds records only.
 *
 * A run is lent for the length of one call. Whoever is called may change it in place, and may even
 * exchange its arrays for others of the same length; whoever wants to keep a record afterwards
 * copies it out, since the lender fills the run again.
 */
import { NO_TIMESTAMP, type Timestamp } from './time.js';

/** The first or the second input of an operator of two. */
export type InputOrdinal = 0 | 1;

/** Consecutive records: `values[i]` has the timestamp `timestamps[i]`, for `i < length`. */
export interface Run<T> {
  readonly kind: 'run';
  values: T[];
  timestamps: Float64Array;
  /** How many records the run holds; the arrays may be longer. */
  length: number;
  /** By which input of an operator of two its records come; 0 where there is one. */
  input: InputOrdinal;
}

/** An empty run with room for `recordsMax` records. */
export function createRun<T>(recordsMax: number): Run<T> {
  return {
    kind: 'run',
    // Filled, so that arrays keep one representation whatever flows: no deoptimised loops.
    values: new Array<T>(recordsMax).fill(undefined as T),
    timestamps: new Float64Array(recordsMax),
    length: 0,
    input: 0,
  };
}

/** Appends one record. The caller knows that there is room. */
export function appendRecord<T>(run: Run<T>, value: T, timestamp: Timestamp = NO_TIMESTAMP): void {
  run.values[run.length] = value;
  run.timestamps[run.length] = timestamp;
  run.length += 1;
}
