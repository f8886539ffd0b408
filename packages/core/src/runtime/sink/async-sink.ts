/**
 * Owns: the door of the asynchronous sink base: from a connector's description to a `Sink`.
 * Refuses: to open anything; each execution of a job makes its own writer.
 */
import type { Sink } from '../../model/sink.js';
import { checkedLimits } from './async-sink-limits.js';
import type { AsyncSinkSpec } from './async-sink-spec.js';
import { AsyncSinkWriter } from './async-sink-writer.js';

/**
 * A sink that batches, limits, retries and accounts for every record (N1-N5), around a connection
 * that only sends batches and classifies errors.
 *
 * @example
 * ```ts
 * import { asyncSink, asyncSinkLimits, fifoBuffer } from '@millrace/core/connector';
 *
 * const printed = asyncSink<string, { line: string }>({
 *   name: 'printed',
 *   limits: asyncSinkLimits({ batchEntriesMax: 10 }),
 *   connect: () => ({
 *     buffer: fifoBuffer({ keyOf: ({ line }) => line }),
 *     toEntry: (line) => ({ line }),
 *     describe: ({ line }) => line,
 *     connection: {
 *       open: async () => {},
 *       send: async (batch) => {
 *         for (const { line } of batch) console.log(line);
 *         return { unprocessed: [] };
 *       },
 *       classify: (error) => ({ kind: 'fatal', reason: String(error) }),
 *       close: () => {},
 *     },
 *   }),
 * });
 * console.log(printed.name); // printed
 * ```
 */
export function asyncSink<T, E>(spec: AsyncSinkSpec<T, E>): Sink<T> {
  checkedLimits(spec.limits);
  const { destination } = spec;
  return {
    name: spec.name,
    ...(spec.keyOf === undefined ? {} : { keyOf: (value: T) => spec.keyOf!(value) }),
    ...(destination === undefined ? {} : { destination }),
    createWriter: (context) => new AsyncSinkWriter<T, E>(spec, context),
  };
}
