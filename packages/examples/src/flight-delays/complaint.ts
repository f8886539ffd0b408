/**
 * Owns: whose fault an error is, and so what is printed of it and which exit code it means.
 * Refuses: stack traces for what the caller can put right.
 */
import { inspect } from 'node:util';
import { isMillraceError, type MillraceError } from '@millrace/core';

export const EXIT_CODES = { verified: 0, atFault: 1, wrongCall: 2, signal: 128 } as const;

/** What the call or the world around is to blame for; everything else is a bug of ours. */
const WRONG_CALLS: ReadonlySet<string> = new Set([
  'USAGE_INVALID',
  'FLIGHTS_UNSORTED',
  'SINK_OPEN_FAILED',
  'SINK_OPEN_TIMEOUT',
  'SINK_RECORD_REFUSED',
  'SINK_FAILED',
]);

export interface Complaint {
  readonly text: string;
  readonly exitCode: number;
}

export function complaintOf(error: unknown): Complaint {
  if (isMillraceError(error) && isWrongCall(error)) {
    return { text: sentenceOf(error), exitCode: EXIT_CODES.wrongCall };
  }
  // With its causes: where a function of the job threw stands in the innermost stack.
  return { text: inspect(error), exitCode: EXIT_CODES.atFault };
}

function isWrongCall({ code }: MillraceError): boolean {
  return code.startsWith('FILE_') || WRONG_CALLS.has(code);
}

// The file's own sentence says more than "flights failed: " in front of it.
function sentenceOf(error: MillraceError): string {
  return isMillraceError(error.cause) && isWrongCall(error.cause)
    ? sentenceOf(error.cause)
    : error.message;
}
