/**
 * Owns: what may be wrong with a job as it is described, and how one such fault is told.
 * Refuses: faults of a run; those have codes of their own, and one of them ends the job.
 */

/** One for each check of a description; `docs/errors.md` has a heading for each. */
export type JobProblemCode =
  | 'SINK_MISSING'
  | 'UID_INVALID'
  | 'UID_DUPLICATE'
  | 'OPTION_UNKNOWN'
  | 'ON_ERROR_INVALID'
  | 'PARALLELISM_INVALID'
  | 'TIMESTAMPS_MISSING'
  | 'WATERMARKS_INVALID'
  | 'SIDE_OUTPUT_UNKNOWN'
  | 'SIDE_OUTPUT_UNREAD'
  | 'SIDE_OUTPUT_DUPLICATE'
  | 'DESTINATION_SHARED'
  | 'TRIGGER_NOT_MERGING'
  | 'AGGREGATE_NOT_MERGING'
  | 'WINDOW_STATE_NOT_MERGING'
  | 'LATENESS_INVALID'
  | 'ASYNC_OPTION_INVALID'
  | 'ACKNOWLEDGING_SOURCE_WITH_STATE';

/** One fault of a description. */
export interface JobProblem {
  readonly code: JobProblemCode;
  /** The operator, source or sink at fault, by uid or name; none where the whole job is. */
  readonly operator: string | undefined;
  /** `file:line:column` of the user's call, where the engine tells. */
  readonly place: string | undefined;
  /** One sentence: what, where, and what to do. */
  readonly message: string;
}
