/**
 * Owns: the event time of one split: its generator, and how long it has had nothing.
 * Refuses: to know other splits; `source-time.ts` combines them.
 *
 * T1. What a generator answers is time, and below the end of time, which the end of input alone says.
 */
import { MillraceError } from '../../model/error.js';
import { isTimestamp, MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { WatermarkGenerator, WatermarkStrategy } from '../../model/watermark-strategy.js';
import type { TimerPorts } from '../call/mail-timer.js';
import { onBehalfOf } from '../operator/failure.js';
import { IdleCountdown } from './idle-countdown.js';

export interface SplitTimeParts {
  /** What the split is called: by its id, and a source without splits by its own name. */
  readonly split: string;
  readonly operator: string;
  /** Which input of the source's valve it is. */
  readonly at: number;
  readonly strategy: WatermarkStrategy<unknown> | undefined;
  readonly timers: TimerPorts;
}

export class SplitTime {
  readonly split: string;
  readonly at: number;
  readonly countdown: IdleCountdown;
  status: 'active' | 'idle' = 'active';
  readonly #operator: string;
  readonly #generator: WatermarkGenerator<unknown> | undefined;
  #watermark: Timestamp = MIN_TIMESTAMP;

  constructor({ split, operator, at, strategy, timers }: SplitTimeParts) {
    this.split = split;
    this.at = at;
    this.countdown = new IdleCountdown(timers, strategy?.idleAfterMs);
    this.#operator = operator;
    this.#generator = strategy && onBehalfOf(operator, () => generatorOf(strategy));
  }

  watermark(): Timestamp {
    return this.#watermark;
  }

  onRun(timestampMax: Timestamp): Timestamp {
    return this.#after((generator) => generator.onRun?.(timestampMax));
  }

  onRecord(value: unknown, timestamp: Timestamp): Timestamp {
    return this.#after((generator) => generator.onRecord?.(value, timestamp));
  }

  #after(tell: (generator: WatermarkGenerator<unknown>) => void): Timestamp {
    const generator = this.#generator;
    if (generator === undefined) return this.#watermark;
    const said = onBehalfOf(this.#operator, () => {
      tell(generator);
      return timeOf(generator.currentWatermark());
    });
    this.#watermark = Math.max(this.#watermark, Math.min(said, MAX_TIMESTAMP - 1));
    return this.#watermark;
  }
}

/** What the generator would never hear of, it cannot follow. */
function generatorOf(strategy: WatermarkStrategy<unknown>): WatermarkGenerator<unknown> {
  const generator = strategy.createGenerator();
  const { hears = 'runs' } = strategy;
  const verb = hears === 'runs' ? 'onRun' : 'onRecord';
  if (generator[verb] !== undefined) return generator;
  const sentence = `its strategy ${strategy.name} hears ${hears}, and its generator has no ${verb}; add the method, or change what it hears`;
  throw new MillraceError('WATERMARKS_INVALID', sentence);
}

/** No time at all would pass due timers, or stop time (T1). */
function timeOf(watermark: Timestamp): Timestamp {
  if (isTimestamp(watermark)) return watermark;
  const sentence = `its watermark generator answered ${String(watermark)}; answer milliseconds`;
  throw new MillraceError('WATERMARK_INVALID', sentence);
}
