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
  /**
   * The accumulator of what both hold, what `left` holds first. Windows that merge (sessions) need it;
   * windows that overlap share their work by it. It may change `left` and answer it. It never changes
   * `right`, and what it answers shares nothing with `right` that `add` or `merge` would change: `right`
   * goes into other windows as well. With a new accumulator as `left`, it answers what `right` holds.
   */
  merge?(left: Acc, right: Acc): Acc;
}
