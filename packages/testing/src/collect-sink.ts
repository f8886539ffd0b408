/**
 * Owns: a sink that keeps what it gets, for a test to look at.
 * Refuses: to limit anything; for demand that stops see `credit-sink.ts`.
 */
import type { EachSink, Timestamp } from '@millrace/core';

/** What has come, in order. */
export interface CollectSink<T> extends EachSink<T> {
  readonly values: readonly T[];
  readonly timestamps: readonly Timestamp[];
}

/**
 * Collects all records of one run. A second run of the same description adds to the first.
 *
 * @example
 * ```ts
 * import { defineJob, fromArray } from '@millrace/core';
 * import { collectSink, simulate } from '@millrace/testing';
 *
 * const out = collectSink<string>();
 * await simulate(defineJob('copy', (env) => {
 *   env.fromSource(fromArray(['a', 'b']), { uid: 'in' }).sinkTo(out, { uid: 'out' });
 * }));
 * console.log(out.values); // [ 'a', 'b' ]
 * ```
 */
export function collectSink<T>(): CollectSink<T> {
  const values: T[] = [];
  const timestamps: Timestamp[] = [];
  const each = (value: T, timestamp: Timestamp): void => {
    values.push(value);
    timestamps.push(timestamp);
  };
  return { values, timestamps, each };
}
