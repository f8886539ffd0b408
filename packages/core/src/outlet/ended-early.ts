/**
 * Owns: what is told where a job has ended before its input did: what came out is not all of it.
 * Refuses: to speak for a job that failed, whose own cause is told.
 */
import { MillraceError } from '../model/error.js';
import type { JobEnding } from '../host/job-status.js';

/** The reason of the signal that has ended the job, or that somebody has. */
export function endedEarly(
  ended: JobEnding,
  { name, signal }: { readonly name: string; readonly signal?: AbortSignal | undefined },
): unknown {
  if (ended === 'cancelled' && signal?.aborted === true) return signal.reason;
  return new MillraceError('JOB_ENDED_EARLY', sentenceOf(name, ended));
}

/** To who reads the end of a job and does not know why it has ended. */
export function cutOff(operator: string): MillraceError {
  const sentence = `${operator} was closed before the input had ended, so that this is not all of it; the done of the job's handle says why`;
  return new MillraceError('JOB_ENDED_EARLY', sentence, { operator });
}

function sentenceOf(name: string, ended: JobEnding): string {
  return `job ${name} was ${ended} before its input had ended, so that this is not all of it; stop it with drain to have what it has read`;
}
