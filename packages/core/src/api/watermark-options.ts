/**
 * Owns: what every ready watermark strategy takes beside its own arguments.
 * Refuses: to judge them; `checks/watermarks.ts` does, also for strategies that users make.
 */
import { refuseUnknownOptions, type OptionNames } from '../model/unknown-option.js';
import type { Milliseconds } from '../model/time.js';
import type { WatermarkAlignment, WatermarkStrategy } from '../model/watermark-strategy.js';

/** What holds a strategy's time against silence, haste and the far future. */
export interface WatermarkOptions {
  /**
   * A source or split that is read and has nothing for so long is idle: it holds nobody's time back
   * until it has something. The bound is exact. Default: never idle.
   */
  readonly idleAfterMs?: Milliseconds;
  /** Splits and sources that stay close to each other in event time. Default: none. */
  readonly alignment?: WatermarkAlignment;
  /**
   * A record further ahead of the job's clock than this does not move time; it is counted as
   * `numRecordsFromFuture`, told as a notice, and goes on. `Infinity` trusts every record. Default:
   * one hour, where the job's clock shows a date of this century, as a wall clock does.
   */
  readonly futureMsMax?: Milliseconds;
}

const NAMES: OptionNames<WatermarkOptions> = {
  idleAfterMs: true,
  alignment: true,
  futureMsMax: true,
};

/** The strategy with its options, of which none is unknown. */
export function withOptions<T>(
  maker: string,
  strategy: WatermarkStrategy<T>,
  options: WatermarkOptions,
): WatermarkStrategy<T> {
  refuseUnknownOptions(maker, options, NAMES);
  return { ...strategy, ...options };
}
