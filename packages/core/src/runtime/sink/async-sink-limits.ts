/**
 * Owns: the defaults of a sink's limits, and which combinations are impossible.
 * Refuses: a name that it does not know, since a limit that is spelt wrong would be no limit.
 */
import { MillraceError } from '../../model/error.js';
import type { AsyncSinkLimits } from './async-sink-spec.js';

/**
 * 50 requests, since that is how many sockets the AWS SDK opens; 25 entries, since that is what one
 * BatchWriteItem takes. The buffer holds what is in flight then and as much again, so that batches
 * fill while others travel; Flink's 10,000 would be 4 GB of the largest items.
 */
const DEFAULTS: AsyncSinkLimits = {
  bufferRecordsMax: 2_500,
  batchEntriesMax: 25,
  batchBytesMax: 16_000_000,
  inFlightRequestsMax: 50,
  // Flink waits for 5 s. A service that embeds a job reads its own table sooner than that, and a
  // partial batch costs one request a second at most.
  lingerMsMax: 1_000,
  requestMsMax: 10_000,
  openMsMax: 60_000,
  backoffMsMin: 50,
  // Also the longest that a sink stays silent after the service has recovered (B07).
  backoffMsMax: 5_000,
  closeMsMax: 5_000,
};

type LimitName = keyof AsyncSinkLimits;

const NAMES = Object.keys(DEFAULTS) as readonly LimitName[];
const MAY_BE_ZERO: ReadonlySet<LimitName> = new Set<LimitName>(['lingerMsMax', 'closeMsMax']);

/**
 * Limits with the defaults filled in, checked.
 *
 * @example
 * ```ts
 * import { asyncSinkLimits } from '@millrace/core/connector';
 *
 * const limits = asyncSinkLimits({ batchEntriesMax: 10 });
 * console.log(limits.batchEntriesMax, limits.inFlightRequestsMax); // 10 50
 * ```
 */
export function asyncSinkLimits(overrides: Partial<AsyncSinkLimits> = {}): AsyncSinkLimits {
  const given = Object.entries(overrides).filter(([, limit]) => limit !== undefined);
  return checkedLimits({ ...DEFAULTS, ...Object.fromEntries(given) });
}

/** The same limits, or an error that says in one sentence what is wrong with them. */
export function checkedLimits(limits: AsyncSinkLimits): AsyncSinkLimits {
  const wrong = firstWrong(limits);
  if (wrong !== undefined) throw new MillraceError('SINK_LIMITS_INVALID', wrong);
  return limits;
}

function firstWrong(limits: AsyncSinkLimits): string | undefined {
  const unknown = Object.keys(limits).find((name) => !NAMES.includes(name as LimitName));
  if (unknown !== undefined) {
    return `A sink has no limit ${unknown}; the limits are ${NAMES.join(', ')}.`;
  }
  const outOfRange = NAMES.find((name) => !isInRange(name, limits[name]));
  if (outOfRange !== undefined) {
    const least = MAY_BE_ZERO.has(outOfRange) ? 'zero or more' : 'one or more';
    return `${outOfRange} is ${String(limits[outOfRange])}; it must be a whole number, ${least}.`;
  }
  return impossibleCombination(limits);
}

function isInRange(name: LimitName, limit: unknown): boolean {
  return Number.isSafeInteger(limit) && (limit as number) >= (MAY_BE_ZERO.has(name) ? 0 : 1);
}

// A buffer of exactly one batch is allowed, unlike Flink's: what is in flight counts as buffered
// here, so it means one batch at a time and not a batch that never fills.
function impossibleCombination(limits: AsyncSinkLimits): string | undefined {
  const { bufferRecordsMax, batchEntriesMax, backoffMsMin, backoffMsMax } = limits;
  if (bufferRecordsMax < batchEntriesMax) {
    return (
      `bufferRecordsMax (${String(bufferRecordsMax)}) is less than batchEntriesMax ` +
      `(${String(batchEntriesMax)}), so no batch could ever be full.`
    );
  }
  if (backoffMsMin > backoffMsMax) {
    return `backoffMsMin (${String(backoffMsMin)}) is more than backoffMsMax (${String(backoffMsMax)}).`;
  }
  return undefined;
}
