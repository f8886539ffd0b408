/**
 * Owns: the sink that is an async iterable: the way out of a job that somebody else runs, or simulates.
 * Refuses: a second job. Loops beside each other share the records of the one.
 */
import { MillraceError } from '../model/error.js';
import type { Sink } from '../model/sink.js';
import { refuseUnknownOptions, type OptionNames } from '../model/unknown-option.js';
import { DONE, Handover } from './handover.js';

export interface AsyncIterableSinkOptions {
  /** Records that may wait for the loop; 0 where none is to be read unasked. Default: 1,024. */
  readonly bufferRecordsMax?: number;
}

export const ASYNC_ITERABLE_SINK_OPTIONS: OptionNames<AsyncIterableSinkOptions> = {
  bufferRecordsMax: true,
};

/** A sink, and what a loop reads of it. */
export type AsyncIterableSink<T> = Sink<T> & AsyncIterable<T>;

/** About what a step takes, so that a quick loop waits for no record. */
const BUFFER_RECORDS_MAX = 1_024;

/**
 * A sink for one run of a job, whose records a `for await` takes. The loop sets the pace: a record is
 * written when the loop asks for the next. Leaving the loop leaves the job waiting; stop it by its handle.
 * `toAsyncIterable` runs the job as well.
 *
 * @example
 * ```ts
 * import { asyncIterableSink, defineJob, fromArray, runJob } from '@millrace/core';
 *
 * const words = asyncIterableSink<string>();
 * const handle = await runJob(defineJob('words', (env) => {
 *   env.fromSource(fromArray(['to', 'be']), { uid: 'words' }).sinkTo(words, { uid: 'loop' });
 * }));
 * for await (const word of words) console.log(word);
 * console.log((await handle.done).ended); // finished
 * ```
 */
export function asyncIterableSink<T>(options: AsyncIterableSinkOptions = {}): AsyncIterableSink<T> {
  refuseUnknownOptions('asyncIterableSink', options, ASYNC_ITERABLE_SINK_OPTIONS);
  const handover = handoverOf<T>(options.bufferRecordsMax);
  return {
    ...sinkOf(handover),
    [Symbol.asyncIterator]: () => ({
      next: () => handover.take(),
      // Leaving is not asking: with the record in hand nobody is done.
      return: () => {
        handover.leave();
        return Promise.resolve(DONE);
      },
    }),
  };
}

export function handoverOf<T>(bufferRecordsMax = BUFFER_RECORDS_MAX): Handover<T> {
  if (Number.isSafeInteger(bufferRecordsMax) && bufferRecordsMax >= 0) {
    return new Handover(bufferRecordsMax);
  }
  const sentence = `bufferRecordsMax is ${String(bufferRecordsMax)}; it must be a whole number, zero or more`;
  throw new MillraceError('DOOR_OPTION_INVALID', sentence);
}

export function sinkOf<T>(handover: Handover<T>): Sink<T> {
  return {
    name: 'async-iterable',
    createWriter: (context) => {
      handover.attach(context);
      return handover;
    },
  };
}
