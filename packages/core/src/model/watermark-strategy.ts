/**
 * Owns: how a stream gets timestamps and watermarks: a pure function, a small generator, and what holds
 *     them against silence, haste and the far future.
 * Refuses: to run; `runtime/source` gives each split a generator of its own.
 */
import type { Milliseconds, Timestamp } from './time.js';

/** Follows the timestamps of one split and says how far event time has come. */
export interface WatermarkGenerator<T = never> {
  /** The greatest timestamp of some records that came together. Of a strategy that hears runs. */
  onRun?(timestampMax: Timestamp): void;
  /** Each record in turn. Of a strategy that hears records. */
  onRecord?(value: T, timestamp: Timestamp): void;
  /** The watermark now; never smaller than the one before (T1). */
  currentWatermark(): Timestamp;
}

/** Sources, or splits of one, that are to stay close to each other in event time. */
export interface WatermarkAlignment {
  /** The name of the group, within the job. */
  readonly group: string;
  /** Who is more than this ahead of the group's minimum is not read until the others catch up. */
  readonly driftMsMax: Milliseconds;
}

/** The description of how one stream gets its time. */
export interface WatermarkStrategy<T> {
  readonly name: string;
  readonly timestampOf: (value: T) => Timestamp;
  readonly createGenerator: () => WatermarkGenerator<T>;
  /**
   * What the generator hears of: each run once, by its greatest timestamp (the default, and the
   * quickest), or each record. With `records` a watermark stands right behind the record that it
   * follows from, however input was cut into runs.
   */
  readonly hears?: 'runs' | 'records';
  /** A split that has had nothing for so long is idle and holds nobody's time back (T3). */
  readonly idleAfterMs?: Milliseconds | undefined;
  readonly alignment?: WatermarkAlignment | undefined;
  /**
   * A record that is further ahead of the job's clock does not move time. Without one, the run decides
   * (`runtime/source/future-guard.ts`).
   */
  readonly futureMsMax?: Milliseconds | undefined;
}
