/**
 * Owns: how fast the counters of one operator or task grow: samples over the last ten seconds or so.
 * Refuses: a timer. It samples when the job steps, at most once a second; a counter that stands still
 *     needs no sample.
 */
import type { Milliseconds } from '../model/time.js';
import type { OperatorMetrics } from './job-metrics.js';

/** Rates are over at least so long, once a job is that old. */
const RATE_WINDOW_MS = 10_000;

/** Samples are at least so far apart, and so at most eleven or twelve are kept. */
export const SAMPLE_MS_MIN = 1_000;

/** What has a rate. Times grow by at most 1,000 a second. */
const RATED = ['numRecordsIn', 'numRecordsOut', 'busyTimeMs', 'idleTimeMs', 'backPressuredTimeMs'];

interface Sample {
  readonly at: Milliseconds;
  readonly metrics: OperatorMetrics;
}

export class RateWindow {
  #samples: readonly Sample[] = [];

  sample(metrics: OperatorMetrics, now: Milliseconds): void {
    // The last one before the window stays: rates are measured from it.
    const first = this.#samples.findLastIndex(({ at }) => at <= now - RATE_WINDOW_MS);
    this.#samples = [...this.#samples.slice(Math.max(0, first)), { at: now, metrics }];
  }

  /** How many samples it keeps. */
  size(): number {
    return this.#samples.length;
  }

  /** The metrics, and beside each that has a rate how much it has grown a second. */
  withRates<M extends OperatorMetrics>(metrics: M, now: Milliseconds): M {
    const from = this.#samples.findLast(({ at }) => at <= now - RATE_WINDOW_MS) ?? this.#samples[0];
    const seconds = from === undefined ? 0 : (now - from.at) / 1_000;
    const rates = RATED.filter((name) => name in metrics).map((name) => {
      const grown = metrics[name]! - (from?.metrics[name] ?? 0);
      return [`${name}PerSecond`, seconds > 0 ? grown / seconds : 0] as const;
    });
    return { ...metrics, ...Object.fromEntries(rates) };
  }
}
