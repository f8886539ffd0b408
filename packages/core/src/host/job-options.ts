/**
 * Owns: what a caller may choose about a run, and every default of the runtime.
 * Refuses: unnamed limits; the core has no optional fields, so defaults live here.
 */
import { MillraceError } from '../model/error.js';
import type { RuntimeLimits } from '../model/limits.js';
import { refuseUnknownOptions, type OptionNames } from '../model/unknown-option.js';

/** What a caller may choose about a run. */
export interface JobOptions {
  /** Cancels the job when it aborts. */
  readonly signal?: AbortSignal;
  /**
   * How many subtasks an operator has that does not say. Default: 1. They share this process's one
   * thread; more of them help where a sink writes several keys at a time.
   */
  readonly parallelism?: number;
  /**
   * How many key groups keyed state lies in, and so how many subtasks an operator can have at most. It
   * stays for the life of a state. Default: 128, as in Flink; at most 32,768.
   */
  readonly maxParallelism?: number;
  /** Overrides of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<RuntimeLimits>;
}

/** The names of what a caller may choose. */
export const JOB_OPTIONS: OptionNames<JobOptions> = {
  signal: true,
  parallelism: true,
  maxParallelism: true,
  limits: true,
};

/**
 * A run of 1,024 records costs some tens of microseconds in a cheap chain, so that a turn of a few
 * milliseconds ends on time; four of them fill a channel, so that neighbours need not alternate. A timer
 * among a million takes some microseconds, so that fewer of them make a step.
 */
export const DEFAULT_LIMITS: RuntimeLimits = {
  channelRecords: 4_096,
  runRecordsMax: 1_024,
  parkedRecordsMax: 65_536,
  mailsPerStepMax: 256,
  timersPerStepMax: 256,
  stepMsMax: 2,
  closeMsMax: 30_000,
};

/** The limits of a run: the defaults, and what the caller has chosen instead. */
export function limitsOf({ limits = {} }: JobOptions): RuntimeLimits {
  refuseUnknownOptions('limits', limits, DEFAULT_LIMITS);
  const chosen = { ...DEFAULT_LIMITS, ...limits };
  const wrong = Object.entries(chosen).find(
    ([, limit]) => !(Number.isSafeInteger(limit) && limit > 0),
  );
  if (wrong === undefined) return chosen;
  const sentence = `${wrong[0]} is ${String(wrong[1])}; it must be a whole number, one or more`;
  throw new MillraceError('LIMITS_INVALID', sentence);
}
