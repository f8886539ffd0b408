/**
 * Owns: the beginning of every job: a name and a function that says what flows where.
 * Refuses: to run it.
 */
import type { JobDefinition } from '../model/graph.js';
import { GraphBuilder } from './graph-builder.js';
import { Environment } from './environment.js';

/**
 * Describes a job. The function is called at once and once; what it returns is immutable, and the
 * same description may be run, simulated and explained as often as one likes.
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
  const builder = new GraphBuilder(name);
  describe(new Environment(builder));
  return builder.build();
}
