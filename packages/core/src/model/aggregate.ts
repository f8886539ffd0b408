/**
 * Owns: the contract of incremental aggregation.
 * Refuses: to keep accumulators; state does.
 */

/**
 * Folds the records of one key and window into an accumulator as they come, so that a window holds
 * one accumulator and not its records.
 */
export interface AggregateFunction<T, Acc, R> {
  createAccumulator(): Acc;
  /** The accumulator with `value` in it; it may change and return the one that it was given. */
  add(accumulator: Acc, value: T): Acc;
  getResult(accumulator: Acc): R;
  /** Needed by windows that merge (sessions) and by panes. */
  merge?(left: Acc, right: Acc): Acc;
}
