/**
 * Owns: the contract between the operator that gives a source's records their timestamps and the
 *     keeper of that source's event time.
 * Refuses: to know splits; whoever gives a run says whose it is before.
 */
import type { Timestamp } from '../../model/time.js';

/** The event time of one subtask of a source. All of it is about the split that is being read. */
export interface SourceClock {
  /** Records beyond it do not move time (S24). It is asked once for each run. */
  timestampMax(): Timestamp;
  /** A record is beyond it. */
  onFuture(timestamp: Timestamp): void;
  /** The records of a run have these timestamps at most; answers the watermark of the source now. */
  onRun(timestampMax: Timestamp): Timestamp;
  /** Likewise for a record, with a generator that hears of each. */
  onRecord(value: unknown, timestamp: Timestamp): Timestamp;
}
