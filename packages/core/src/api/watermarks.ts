/**
 * Owns: the ready watermark strategies.
 * Refuses: to guess; a strategy is given the function that reads a record's timestamp.
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

/** What holds a strategy's time against silence. */
export interface WatermarkOptions {
  /**
   * A source or split that is read and has nothing for so long is idle: it holds nobody's time back
   * until it has something. Default: never idle.
   */
  readonly idleAfterMs?: Milliseconds;
}

/**
 * For streams whose records come at most `outOfOrderness` late: the watermark stays that much, and
 * one millisecond, behind the greatest timestamp seen.
 *
 * @example
 * ```ts
 * import { boundedOutOfOrderness, minutes } from '@millrace/core';
 *
 * const watermarks = boundedOutOfOrderness(minutes(30), (flight: { departedAt: number }) => flight.departedAt);
 * console.log(watermarks.name); // boundedOutOfOrderness(1800000)
 * ```
 */
export function boundedOutOfOrderness<T>(
  outOfOrderness: Milliseconds,
  timestampOf: (value: T) => Timestamp,
  options: WatermarkOptions = {},
): WatermarkStrategy<T> {
  if (!(outOfOrderness >= 0 && outOfOrderness <= MAX_TIMESTAMP)) {
    const sentence = `boundedOutOfOrderness cannot be ${String(outOfOrderness)} ms; use 0 or more`;
    throw new MillraceError('WATERMARKS_INVALID', sentence);
  }
  return {
    name: `boundedOutOfOrderness(${String(outOfOrderness)})`,
    timestampOf,
    ...options,
    createGenerator: () => new BoundedOutOfOrderness(outOfOrderness),
  };
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
