/**
 * Owns: the way out of a job into a `for await`: each loop runs a job of its own.
 * Refuses: to run ahead of the loop by more than a named limit.
 */
import { refuseUnknownOptions } from '../model/unknown-option.js';
import {
  ASYNC_ITERABLE_SINK_OPTIONS,
  handoverOf,
  sinkOf,
  type AsyncIterableSinkOptions,
} from './async-iterable-sink.js';
import { JobIterator } from './job-iterator.js';
import {
  OUTLET_OPTIONS,
  runOutlet,
  type DescribeOutlet,
  type OutletOptions,
} from './outlet-job.js';

export interface ToAsyncIterableOptions extends OutletOptions, AsyncIterableSinkOptions {}

const TO_ASYNC_ITERABLE_OPTIONS = { ...OUTLET_OPTIONS, ...ASYNC_ITERABLE_SINK_OPTIONS };

/**
 * The records of a stream for a `for await`. Each loop describes and runs a job, which reads no further
 * than the loop asks and `bufferRecordsMax` allows. Leaving the loop, by `break`, `return` or an error,
 * stops the job and closes its sources; a failure of the job is thrown by the loop, and an aborted `signal`
 * likewise. A record is written, and a message of a queue acknowledged, when the loop asks for the next.
 *
 * @example
 * ```ts
 * import { fromSequence, toAsyncIterable } from '@millrace/core';
 *
 * const squares = toAsyncIterable((env) => env.fromSource(fromSequence(1, 1_000_000), { uid: 'n' }).map((n) => n * n));
 * for await (const square of squares) {
 *   if (square > 100) break;
 *   console.log(square);
 * }
 * ```
 */
export function toAsyncIterable<T>(
  describe: DescribeOutlet<T>,
  options: ToAsyncIterableOptions = {},
): AsyncIterable<T> {
  refuseUnknownOptions('toAsyncIterable', options, TO_ASYNC_ITERABLE_OPTIONS);
  const { bufferRecordsMax, name = 'to-async-iterable', ...ofJob } = options;
  // Told here and not by the first loop.
  handoverOf<T>(bufferRecordsMax);
  return {
    [Symbol.asyncIterator]: () => {
      const handover = handoverOf<T>(bufferRecordsMax);
      const run = () => runOutlet(describe, sinkOf(handover), { name, ...ofJob });
      return new JobIterator({ handover, run, signal: options.signal });
    },
  };
}
