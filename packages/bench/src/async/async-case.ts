/**
 * Owns: what the async bench runs: a function that answers at once by a promise, over numbers that are all
 * there, and the libraries that call it.
 */

/**
 * How many records there are, and so how many wait behind the first. With the fewest a job is over in some
 * milliseconds, most of which its compiled loops take to get warm; `mergeMap` gets slower with each that waits.
 */
export const BACKLOGS = [10_000, 50_000, 200_000] as const;

/** Calls that Millrace has in flight. */
export const CAPACITY = 1_000;

/** `rxjs`: `mergeMap` with one call at a time, which keeps the order; `rxjs-1000`: with as many as Millrace. */
export const LIBRARIES = ['millrace', 'rxjs', 'rxjs-1000'] as const;
export type Library = (typeof LIBRARIES)[number];

/** What one run took. */
export interface AsyncSample {
  readonly cpuNsPerRecord: number;
}

/** What the heap held while a million records waited in the source. */
export interface WaitingMemory {
  readonly records: number;
  /** After a collection of everything: when a thousandth of the records was through, and at the most. */
  readonly firstMb: number;
  readonly maxMb: number;
}
