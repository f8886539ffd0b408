/**
 * Owns: what the joins bench runs: two streams of records in order, which meet where they have one key and
 * are near in time, and the libraries that join them.
 */

export const RECORDS_OF_EACH = 1_000_000;
export const KEYS = 1_000;

/** A record of each stream comes every millisecond, so that each meets two of the other on average. */
export const NEAR_MS = 1_000;

export const LIBRARIES = ['millrace', 'rxjs'] as const;
export type Library = (typeof LIBRARIES)[number];

export interface JoinRecord {
  readonly key: string;
  readonly at: number;
}

const keys = Array.from({ length: KEYS }, (_, at) => `key ${String(at)}`);

/** The two streams go through the keys in unlike orders. */
export function leftAt(at: number): JoinRecord {
  return { key: keys[(at * 7_919) % KEYS]!, at };
}

export function rightAt(at: number): JoinRecord {
  return { key: keys[(at * 104_729 + 13) % KEYS]!, at };
}

/** The rows that come out, as two numbers: how many, and one that tells which. */
export interface JoinedRows {
  readonly pairs: number;
  readonly checksum: number;
}

/** Adds rows up, whatever their order. */
export class RowSum {
  pairs = 0;
  checksum = 0;

  add(left: JoinRecord, right: JoinRecord): void {
    this.pairs += 1;
    this.checksum = (this.checksum + left.at * 31 + right.at) % 1_000_000_007;
  }
}

/** What one run took. */
export interface JoinsSample extends JoinedRows {
  readonly cpuNsPerRecord: number;
  /** What was alive at the end of a run, before the library let go of it. */
  readonly heapMb: number;
}
