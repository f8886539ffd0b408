/**
 * Owns: the sentences for a stream that takes no more.
 * Refuses: to say that it was closed where it has said why.
 */
import { messageOf, MillraceError } from '../model/error.js';

export function writableFailed(operator: string, cause: unknown): MillraceError {
  return cause === undefined ? closedEarly(operator) : failed(operator, cause);
}

function failed(operator: string, cause: unknown): MillraceError {
  const sentence = `${operator} writes into a stream that failed: ${messageOf(cause)}; mend that, and run the job again`;
  return new MillraceError('SINK_FAILED', sentence, { operator, cause });
}

function closedEarly(operator: string): MillraceError {
  const sentence = `${operator} writes into a stream that somebody else has ended or destroyed before the job had; leave that to the job`;
  return new MillraceError('SINK_CLOSED_EARLY', sentence, { operator });
}
