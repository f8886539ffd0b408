/**
 * Owns: the sentences for calls that came to nothing.
 * Refuses: what the user's function itself said; that travels as `cause` (E6).
 */
import { isMillraceError, MillraceError, messageOf } from '../../model/error.js';
import type { Milliseconds } from '../../model/time.js';

/** The time of a call is over, over all of its tries. */
export function timedOut(timeoutMs: Milliseconds): MillraceError {
  const sentence = `no answer came within ${String(timeoutMs)} ms; raise timeoutMs, or give a fallback`;
  return new MillraceError('ASYNC_TIMEOUT', sentence);
}

/** What the last of several tries failed with, in whose sentence their number stands. */
export function lastOf(attempts: number, cause: unknown): unknown {
  if (attempts === 1) return cause;
  const code = isMillraceError(cause) ? cause.code : 'OPERATOR_FAILED';
  const sentence = `${messageOf(cause)} (in try ${String(attempts)})`;
  return new MillraceError(code, sentence, { cause });
}

/** What was to stand in for an answer failed as well. */
export function fallbackFailed(cause: unknown, error: unknown): MillraceError {
  const sentence = `its fallback failed: ${messageOf(cause)} (it stood in for: ${messageOf(error)})`;
  return new MillraceError('OPERATOR_FAILED', sentence, { cause });
}
