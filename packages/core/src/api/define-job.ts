/**
 * Owns: the beginning of every job: a name and a function that says what flows where.
 * Refuses: to run it, and to describe in part: a job has no fault that a check can see, or is none.
 */
import type { JobDefinition } from '../model/graph.js';
import { GraphBuilder } from './graph-builder.js';
import { Environment } from './environment.js';
import { placeOf } from './place.js';

/**
 * Describes a job. The function is called at once and once; what it returns is immutable, and the
 * same description may be run, simulated and explained as often as one likes.
 *
 * Throws one error for all that is wrong with the description: `error.problems` has each with its
 * code, operator, place and remedy. The error's own code is that of the problem where there is one
 * alone, and `JOB_INVALID` where there are several.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromArray, runJob } from '@millrace/core';
 *
 * const words = defineJob('words', (env) => {
 *   env
 *     .fromSource(fromArray(['to', 'be', 'to']), { uid: 'words' })
 *     .map((word) => ({ word, count: 1 }))
 *     .keyBy((w) => w.word)
 *     .reduce((a, b) => ({ word: a.word, count: a.count + b.count }), { uid: 'counts' })
 *     .sinkTo(forEachSink((w) => console.log(w.word, w.count)), { uid: 'print' });
 * });
 * const handle = await runJob(words);
 * await handle.done;
 * ```
 */
export function defineJob(name: string, describe: (env: Environment) => void): JobDefinition {
  const builder = new GraphBuilder(name, placeOf(defineJob));
  describe(new Environment(builder));
  return builder.build(defineJob);
}
