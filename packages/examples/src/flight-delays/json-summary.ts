/**
 * Owns: the result for a program: one line of JSON.
 * Refuses: to change a name lightly; scripts read them.
 */
import type { JobOutcome } from './watched-job.js';

export interface RowCounts {
  readonly rows: number;
  readonly expectedRows: number;
}

export function jsonSummary({ counters, seconds }: JobOutcome, counts: RowCounts): string {
  const { read, written, maxBuffered, demandStops, sink } = counters;
  return JSON.stringify({
    read,
    written,
    rows: counts.rows,
    expectedRows: counts.expectedRows,
    seconds: Number(seconds.toFixed(3)),
    maxBuffered,
    demandStops,
    sink: { visited: sink.visited, requests: sink.requests, retries: sink.retries },
  });
}
