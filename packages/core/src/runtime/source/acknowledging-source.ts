/**
 * Owns: the door of the acknowledging source base: from a connector's description to a `Source`.
 * Refuses: to open anything; each execution of a job makes its own reader.
 */
import type { Source } from '../../model/source.js';
import { AcknowledgingReader } from './acknowledging-reader.js';
import { checkedSourceLimits } from './acknowledging-source-limits.js';
import type { AcknowledgingSourceSpec } from './acknowledging-source-spec.js';

/**
 * A source that takes messages off a queue and acknowledges them when all that came of them is
 * written (Q1): at-least-once, also through a crash. The job pauses its sources for that, so it keeps
 * no state. A message that fails the job is released, and comes again after `releaseDelayMs`.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, runJob } from '@millrace/core';
 * import { acknowledgingSource, acknowledgingSourceLimits } from '@millrace/core/connector';
 *
 * const queue = [{ id: 'm1', body: '250' }, { id: 'm2', body: '100' }];
 * const taken: string[] = [];
 * const orders = acknowledgingSource<{ id: string; body: string }, number>({
 *   name: 'orders',
 *   limits: acknowledgingSourceLimits({ holdMs: 60_000 }),
 *   connect: () => ({
 *     receive: async ({ messagesMax }) => queue.splice(0, messagesMax),
 *     acknowledge: async (messages) => {
 *       taken.push(...messages.map(({ id }) => id));
 *       return { refused: [] };
 *     },
 *     extendHold: async () => ({ refused: [] }),
 *     release: async () => ({ refused: [] }),
 *     classify: (error) => ({ kind: 'fatal', reason: String(error) }),
 *     close: () => {},
 *   }),
 *   decode: ({ body }) => Number(body),
 *   describe: ({ id }) => id,
 * });
 * const handle = await runJob(defineJob('takings', (env) => {
 *   env.fromSource(orders, { uid: 'orders' }).sinkTo(forEachSink((cents) => {
 *     if (cents === 100) void handle.stop({ drain: true });
 *   }), { uid: 'print' });
 * }));
 * await handle.done;
 * console.log(taken); // [ 'm1', 'm2' ]
 * ```
 */
export function acknowledgingSource<M extends object, T>(
  spec: AcknowledgingSourceSpec<M, T>,
): Source<T> {
  checkedSourceLimits(spec.limits);
  return {
    name: spec.name,
    boundedness: 'unbounded',
    acknowledgement: 'when-written',
    createReader: (context) => new AcknowledgingReader<M, T>(spec, context),
  };
}
