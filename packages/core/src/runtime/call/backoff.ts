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
}

/** The wait before attempt `attempts + 1`: at least 1 ms, at most the ceiling of this attempt. */
export function backoffMs(attempts: number, limits: BackoffLimits, random: Random): Milliseconds {
  const ceiling = Math.min(
    limits.backoffMsMax,
    limits.backoffMsMin * 2 ** Math.max(0, attempts - 1),
  );
  return Math.max(1, Math.ceil(random.next() * ceiling));
}
