/**
 * Owns: the states of a job and how it can end.
 * Refuses: to decide; `job-machine.ts` does.
 */

/** Where a job is in its life: the state of its machine. */
export type JobStatus =
  | 'created'
  | 'running'
  /** Draining, or letting go of sources and sinks. */
  | 'stopping'
  /** The input ended and everything was written. */
  | 'finished'
  | 'stopped'
  | 'cancelled'
  | 'failed';

/** How a job ended; `done` resolves with the first three and rejects for the last. */
export type JobEnding = 'finished' | 'stopped' | 'cancelled' | 'failed';

/** What happens in the life of a job. */
export type JobEvent =
  | { readonly type: 'START' }
  /** Every task has seen its end of input and settled. */
  | { readonly type: 'ALL_DONE' }
  | { readonly type: 'STOP' }
  | { readonly type: 'DRAIN' }
  | { readonly type: 'DEADLINE' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'FAIL' }
  /** Sources and sinks have let go. */
  | { readonly type: 'CLOSED' };
