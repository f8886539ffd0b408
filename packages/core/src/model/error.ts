/**
 * Owns: the one error class of the library; its code is stable, its message is one sentence.
 * Refuses: `instanceof` (two copies of the package may be loaded); `isMillraceError` asks a brand.
 */
import type { JobProblem } from './job-problem.js';

const BRAND = Symbol.for('@millrace/error');

/** Where an error happened, and what caused it. */
export interface MillraceErrorDetails {
  readonly cause?: unknown;
  /** The operator, source or sink in which it happened, by uid or name. */
  readonly operator?: string;
  /** The key of the record at hand, where the operator is keyed. */
  readonly key?: unknown;
  /** What is wrong with a job that `defineJob` refuses. */
  readonly problems?: readonly JobProblem[];
}

/**
 * Says what went wrong, where, and what to do, in one sentence.
 *
 * @example
 * ```ts
 * import { MillraceError, isMillraceError } from '@millrace/core';
 *
 * const error = new MillraceError('FILE_MISSING', 'No file flights.json; check the path.');
 * console.log(isMillraceError(error), error.code); // true FILE_MISSING
 * ```
 */
export class MillraceError extends Error {
  override readonly name: string = 'MillraceError';
  readonly [BRAND] = true;
  readonly operator: string | undefined;
  readonly key: unknown;
  // Its message says them all, so that whoever prints the error need not see them twice.
  readonly #problems: readonly JobProblem[];

  constructor(
    readonly code: string,
    message: string,
    details: MillraceErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.operator = details.operator;
    this.key = details.key;
    this.#problems = details.problems ?? [];
  }

  /** Everything that is wrong with a job that `defineJob` refuses; of other errors, nothing. */
  get problems(): readonly JobProblem[] {
    return this.#problems;
  }
}

/** True for a `MillraceError` of this or another copy of the package. */
export function isMillraceError(error: unknown): error is MillraceError {
  return typeof error === 'object' && error !== null && BRAND in error;
}

/** The message of whatever was thrown; there are objects that no text can be made of. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    return 'it threw an object without a text';
  }
}
