/**
 * Owns: the ready watermark strategies.
 * Refuses: to guess; a strategy is given the function that reads a record's timestamp.
 *
 * Who needs another writes a `WatermarkStrategy`: an object with a generator of its own.
 */
import { MillraceError } from '../model/error.js';
import {
  addSaturating,
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  type Milliseconds,
  type Timestamp,
} from '../model/time.js';
import type { WatermarkGenerator, WatermarkStrategy } from '../model/watermark-strategy.js';
import { withOptions, type WatermarkOptions } from './watermark-options.js';

type TimestampOf<T> = (value: T) => Timestamp;

/**
 * For streams whose records come at most `outOfOrderness` late: the watermark stays that much, and
 * one millisecond, behind the greatest timestamp seen.
 *
 * @example
 * ```ts
 * import { boundedOutOfOrderness, minutes, seconds } from '@millrace/core';
 *
 * const departedAt = (flight: { departedAt: number }) => flight.departedAt;
 * const watermarks = boundedOutOfOrderness(minutes(30), departedAt, { idleAfterMs: seconds(10) });
 * console.log(watermarks.name); // boundedOutOfOrderness(1800000)
 * ```
 */
export function boundedOutOfOrderness<T>(
  outOfOrderness: Milliseconds,
  timestampOf: TimestampOf<T>,
  options: WatermarkOptions = {},
): WatermarkStrategy<T> {
  if (!(outOfOrderness >= 0 && outOfOrderness <= MAX_TIMESTAMP)) {
    const sentence = `boundedOutOfOrderness cannot be ${String(outOfOrderness)} ms; use 0 or more`;
    throw new MillraceError('WATERMARKS_INVALID', sentence);
  }
  const name = `boundedOutOfOrderness(${String(outOfOrderness)})`;
  const createGenerator = (): WatermarkGenerator => new BoundedOutOfOrderness(outOfOrderness);
  return withOptions('boundedOutOfOrderness', { name, timestampOf, createGenerator }, options);
}

/**
 * For streams, or splits, whose timestamps never go back. Equal ones are not late.
 *
 * @example
 * ```ts
 * import { monotonousTimestamps } from '@millrace/core';
 *
 * const watermarks = monotonousTimestamps((row: { at: number }) => row.at);
 * console.log(watermarks.name); // monotonousTimestamps
 * ```
 */
export function monotonousTimestamps<T>(
  timestampOf: TimestampOf<T>,
  options: WatermarkOptions = {},
): WatermarkStrategy<T> {
  const name = 'monotonousTimestamps';
  const createGenerator = (): WatermarkGenerator => new BoundedOutOfOrderness(0);
  return withOptions(name, { name, timestampOf, createGenerator }, options);
}

/**
 * For streams in which some records say how far time has come: `watermarkOf` answers that, or nothing.
 * The watermark stands right behind such a record, however the input came in.
 *
 * @example
 * ```ts
 * import { punctuated } from '@millrace/core';
 *
 * interface Row { readonly at: number; readonly closes?: number }
 * const watermarks = punctuated((row: Row) => row.at, ({ closes }) => closes);
 * console.log(watermarks.name); // punctuated
 * ```
 */
export function punctuated<T>(
  timestampOf: TimestampOf<T>,
  watermarkOf: (value: T, timestamp: Timestamp) => Timestamp | undefined,
  options: WatermarkOptions = {},
): WatermarkStrategy<T> {
  const name = 'punctuated';
  const createGenerator = (): WatermarkGenerator<T> => new Punctuated(watermarkOf);
  return withOptions(name, { name, timestampOf, createGenerator, hears: 'records' }, options);
}

/**
 * For streams whose records have timestamps and whose time nobody needs to follow: their windows fire
 * at the end of the input. With `idleAfterMs`, such a stream does not hold back others that it is
 * united with while it has nothing.
 *
 * @example
 * ```ts
 * import { noWatermarks } from '@millrace/core';
 *
 * console.log(noWatermarks((row: { at: number }) => row.at).name); // noWatermarks
 * ```
 */
export function noWatermarks<T>(
  timestampOf: TimestampOf<T>,
  options: Omit<WatermarkOptions, 'alignment'> = {},
): WatermarkStrategy<T> {
  const name = 'noWatermarks';
  if ('alignment' in options) throw alignedWithoutWatermarks();
  const createGenerator = (): WatermarkGenerator => NONE;
  return withOptions(name, { name, timestampOf, createGenerator }, options);
}

function alignedWithoutWatermarks(): MillraceError {
  const sentence = `noWatermarks cannot be aligned: its group would wait for it for ever; use a strategy that has watermarks`;
  return new MillraceError('WATERMARKS_INVALID', sentence);
}

class BoundedOutOfOrderness implements WatermarkGenerator {
  readonly #behind: Milliseconds;
  #timestampMax: Timestamp = MIN_TIMESTAMP;

  constructor(outOfOrderness: Milliseconds) {
    this.#behind = outOfOrderness + 1;
  }

  onRun(timestampMax: Timestamp): void {
    this.#timestampMax = Math.max(this.#timestampMax, timestampMax);
  }

  currentWatermark(): Timestamp {
    return addSaturating(this.#timestampMax, -this.#behind);
  }
}

class Punctuated<T> implements WatermarkGenerator<T> {
  readonly #watermarkOf: (value: T, timestamp: Timestamp) => Timestamp | undefined;
  #watermark: Timestamp = MIN_TIMESTAMP;

  constructor(watermarkOf: (value: T, timestamp: Timestamp) => Timestamp | undefined) {
    this.#watermarkOf = watermarkOf;
  }

  onRecord(value: T, timestamp: Timestamp): void {
    this.#watermark = this.#watermarkOf(value, timestamp) ?? this.#watermark;
  }

  currentWatermark(): Timestamp {
    return this.#watermark;
  }
}

const NONE: WatermarkGenerator = {
  onRun: () => undefined,
  currentWatermark: () => MIN_TIMESTAMP,
};
