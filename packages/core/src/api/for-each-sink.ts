/**
 * Owns: the sink that is only a function.
 * Refuses: promises; what must wait is a sink with a writer.
 */
import type { EachSink } from '../model/sink.js';

/**
 * Calls the function with each record and its timestamp. It is synchronous, accepts everything, and
 * shares the loop of the functions before it.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromSequence, runJob } from '@millrace/core';
 *
 * let sum = 0;
 * const job = defineJob('sum', (env) => {
 *   env.fromSource(fromSequence(1, 10), { uid: 'n' }).sinkTo(forEachSink((n) => { sum += n; }), { uid: 'sum' });
 * });
 * await (await runJob(job)).done;
 * console.log(sum); // 55
 * ```
 */
export function forEachSink<T>(each: (value: T, timestamp: number) => void): EachSink<T> {
  return { each };
}
