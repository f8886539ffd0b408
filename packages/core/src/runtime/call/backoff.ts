/**
 * Owns: how long to wait after a failed attempt: exponential, with full jitter.
 * Refuses: to count attempts (the caller does) and to wait (a timer does).
 *
 * Full jitter, so that callers which were refused together do not come back together (B07).
 */
import type { Random } from '../../model/clock.js';
import type { Milliseconds } from '../../model/time.js';

export interface BackoffLimits {
  readonly backoffMsMin: Milliseconds;
  readonly backoffMsMax: Milliseconds;
  /** By which each wait is longer than the one before. */
  readonly backoffFactor: number;
}

/** Of connectors, whose limits do not name one. */
export const CONNECTOR_BACKOFF_FACTOR = 2;

/** The wait before attempt `attempts + 1`: at least 1 ms, at most the ceiling of this attempt. */
export function backoffMs(attempts: number, limits: BackoffLimits, random: Random): Milliseconds {
  const { backoffMsMin, backoffMsMax, backoffFactor } = limits;
  const ceiling = Math.min(backoffMsMax, backoffMsMin * backoffFactor ** Math.max(0, attempts - 1));
  return Math.max(1, Math.ceil(random.next() * ceiling));
}
