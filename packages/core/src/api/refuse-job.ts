/**
 * Owns: the error for a job that cannot be built: one for all that is wrong with it.
 * Refuses: to check; `checks` does.
 */
import { MillraceError } from '../model/error.js';
import type { JobProblem } from '../model/job-problem.js';

/** A single fault lends the error its own code; several have one for all. */
export function jobRefused(job: string, problems: readonly JobProblem[]): MillraceError {
  const [first, second] = problems;
  if (first === undefined || second !== undefined) return severalFaults(job, problems);
  const message = `job ${job} cannot be built: ${sentenceOf(first)}`;
  const operator = first.operator === undefined ? {} : { operator: first.operator };
  return new MillraceError(first.code, message, { ...operator, problems });
}

function severalFaults(job: string, problems: readonly JobProblem[]): MillraceError {
  const head = `job ${job} cannot be built, for ${String(problems.length)} reasons:`;
  const lines = problems.map((problem) => `  ${problem.code}: ${sentenceOf(problem)}`);
  return new MillraceError('JOB_INVALID', [head, ...lines].join('\n'), { problems });
}

function sentenceOf({ message, place }: JobProblem): string {
  return place === undefined ? message : `${message} (${place})`;
}
