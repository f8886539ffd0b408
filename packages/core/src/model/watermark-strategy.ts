/**
 * Owns: how a stream gets timestamps and watermarks: a pure function and a small generator.
 * Refuses: to see records; a generator hears of each run once, by its greatest timestamp.
 */
import type { Timestamp } from './time.js';

/** Follows the timestamps of one input and says how far event time has come. */
export interface WatermarkGenerator {
  onRun(timestampMax: Timestamp): void;
  /** The watermark now; never smaller than the one before (T1). */
  currentWatermark(): Timestamp;
}

/** The description of how one stream gets its time. */
export interface WatermarkStrategy<T> {
  readonly name: string;
  readonly timestampOf: (value: T) => Timestamp;
  readonly createGenerator: () => WatermarkGenerator;
}
