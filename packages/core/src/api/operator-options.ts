/**
 * Owns: what a user may say about an operator beside its functions.
 * Refuses: defaults that a run decides: those of the parallelism.
 */
import type { RecordErrorPolicy } from '../model/failed-record.js';
import type { WatermarkStrategy } from '../model/watermark-strategy.js';

/** How a user calls an operator, and how many of it there are. */
export interface OperatorOptions {
  /** The operator's identity across versions of the job: its state goes by it. */
  readonly uid?: string;
  /**
   * How many subtasks share the work. Default: the parallelism of the job; 1 for a source that is not
   * read in splits, and for a sink without a key.
   */
  readonly parallelism?: number;
}

/** Options of an operator that calls a function of the user with records of type `T`. */
export interface RecordOptions<T> extends OperatorOptions {
  /**
   * What becomes of a record at which the function throws: `fail` the job (the default), `skip` it and
   * count it as `numRecordsInErrors`, or send it to a side output, which also counts it.
   */
  readonly onError?: RecordErrorPolicy<T>;
}

/** How a source stands in the job. */
export interface SourceOptions<T> extends RecordOptions<unknown> {
  /** How records get timestamps and watermarks; windows and joins of event time need it. Default: none. */
  readonly watermarks?: WatermarkStrategy<T>;
}

/** Options of a sink that is only a function. */
export interface EachSinkOptions extends OperatorOptions {
  /** What becomes of a record at which the function throws. Default: the job fails. */
  readonly onError?: 'fail' | 'skip';
}

/** Options as the graph keeps them, whatever the type of the records. */
export interface NodeOptions extends OperatorOptions {
  readonly onError?: unknown;
}
