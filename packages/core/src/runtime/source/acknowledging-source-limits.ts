/**
 * Owns: the defaults of an acknowledging source's limits, and which combinations are impossible.
 * Refuses: a name that it does not know, since a limit that is spelt wrong would be no limit.
 */
import { MillraceError } from '../../model/error.js';
import { unknownOptions } from '../../model/unknown-option.js';
import type { AcknowledgingSourceLimits } from './acknowledging-source-spec.js';

/**
 * Ten messages a call, since that is what every verb of SQS takes; a hundred in the job, so that ten
 * calls share one pause. SQS waits for messages up to 20 s, so a call may take 30.
 */
const DEFAULTS: AcknowledgingSourceLimits = {
  receiveMessagesMax: 10,
  batchMessagesMax: 10,
  unacknowledgedMessagesMax: 100,
  holdMs: 30_000,
  extendHoldEveryMs: 10_000,
  releaseDelayMs: 0,
  settleDelayMsMax: 1_000,
  emptyReceiveDelayMs: 100,
  requestMsMax: 30_000,
  openMsMax: 60_000,
  backoffMsMin: 50,
  backoffMsMax: 5_000,
  closeMsMax: 5_000,
};

type LimitName = keyof AcknowledgingSourceLimits;

const NAMES = Object.keys(DEFAULTS) as readonly LimitName[];
const MAY_BE_ZERO: ReadonlySet<LimitName> = new Set<LimitName>([
  'releaseDelayMs',
  'settleDelayMsMax',
  'emptyReceiveDelayMs',
]);

/**
 * Limits with the defaults filled in, checked. Holds are extended every third of `holdMs`, unless you
 * say otherwise.
 *
 * @example
 * ```ts
 * import { acknowledgingSourceLimits } from '@millrace/core/connector';
 *
 * const limits = acknowledgingSourceLimits({ holdMs: 90_000 });
 * console.log(limits.extendHoldEveryMs, limits.receiveMessagesMax); // 30000 10
 * ```
 */
export function acknowledgingSourceLimits(
  overrides: Partial<AcknowledgingSourceLimits> = {},
): AcknowledgingSourceLimits {
  const { holdMs = DEFAULTS.holdMs } = overrides;
  const extendHoldEveryMs = Math.max(1, Math.floor(holdMs / 3));
  const given = Object.entries(overrides).filter(([, limit]) => limit !== undefined);
  return checkedSourceLimits({ ...DEFAULTS, extendHoldEveryMs, ...Object.fromEntries(given) });
}

/** The same limits, or an error that says in one sentence what is wrong with them. */
export function checkedSourceLimits(limits: AcknowledgingSourceLimits): AcknowledgingSourceLimits {
  const wrong = firstWrong(limits);
  if (wrong !== undefined) throw new MillraceError('SOURCE_LIMITS_INVALID', wrong);
  return limits;
}

function firstWrong(limits: AcknowledgingSourceLimits): string | undefined {
  const [unknown] = unknownOptions('an acknowledging source', limits, DEFAULTS);
  if (unknown !== undefined) return unknown;
  const outOfRange = NAMES.find((name) => !isInRange(name, limits[name]));
  if (outOfRange !== undefined) {
    const least = MAY_BE_ZERO.has(outOfRange) ? 'zero or more' : 'one or more';
    return `${outOfRange} is ${String(limits[outOfRange])}; it must be a whole number, ${least}`;
  }
  return impossibleCombination(limits);
}

function isInRange(name: LimitName, limit: unknown): boolean {
  return Number.isSafeInteger(limit) && (limit as number) >= (MAY_BE_ZERO.has(name) ? 0 : 1);
}

function impossibleCombination(limits: AcknowledgingSourceLimits): string | undefined {
  const { holdMs, extendHoldEveryMs, backoffMsMin, backoffMsMax } = limits;
  if (extendHoldEveryMs >= holdMs) {
    return `extendHoldEveryMs (${String(extendHoldEveryMs)}) is not less than holdMs (${String(holdMs)}), so every hold would run out before it is extended`;
  }
  if (backoffMsMin > backoffMsMax) {
    return `backoffMsMin (${String(backoffMsMin)}) is more than backoffMsMax (${String(backoffMsMax)})`;
  }
  return undefined;
}
