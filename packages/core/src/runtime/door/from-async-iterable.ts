/**
 * Owns: the door for what is iterated asynchronously: async generators, cursors, clients of services.
 * Refuses: to begin before a job runs; each execution of the job asks for an iterator of its own.
 */
import type { Source } from '../../model/source.js';
import { AsyncIterableReader, type AsyncIterableLimits } from './async-iterable-reader.js';
import { begunOnce } from './begun-once.js';
import { doorLimits, wrongDoor } from './door-options.js';

/** What a function that makes an iterable is given. */
export interface AsyncIterableContext {
  /** Aborted when the job leaves the iterable: what it waits for may end then. */
  readonly signal: AbortSignal;
}

export interface AsyncIterableOptions {
  /** Values that are drawn before the job has read them. Default: 1,024. */
  readonly readAheadRecordsMax?: number;
  /**
   * How long a stop waits for `return()` of an iterator whose `next()` is pending: a generator cannot
   * return before it goes on. Default: a second.
   */
  readonly returnMsMax?: number;
}

/** As many as a run holds: a value that is drawn has a place in the job already. */
const DEFAULTS: AsyncIterableLimits = { readAheadRecordsMax: 1_024, returnMsMax: 1_000 };

/**
 * A source over an async iterable. Values are drawn as the job has room for them, one `next()` at a time,
 * so it may be endless. When the job leaves before the end, `return()` is called once: a generator's
 * `finally` runs. Give a function where each run is to have an iterable of its own; it is given a signal
 * for what the iterable waits for. A generator that was made already can be read by one run.
 *
 * @example
 * ```ts
 * import { setTimeout as wait } from 'node:timers/promises';
 * import { defineJob, forEachSink, fromAsyncIterable, runJob } from '@millrace/core';
 *
 * async function* pages({ signal }: { signal: AbortSignal }) {
 *   for (let page = 1; page <= 3; page++) {
 *     await wait(1, undefined, { signal }); // stands for a call to a service
 *     yield `page ${page}`;
 *   }
 * }
 * const handle = await runJob(defineJob('pages', (env) => {
 *   env.fromSource(fromAsyncIterable(pages), { uid: 'pages' })
 *     .sinkTo(forEachSink((page) => console.log(page))); // page 1, page 2, page 3
 * }));
 * await handle.done;
 * ```
 */
export function fromAsyncIterable<T>(
  iterable: AsyncIterable<T> | ((context: AsyncIterableContext) => AsyncIterable<T>),
  options: AsyncIterableOptions = {},
): Source<T> {
  const limits = doorLimits('fromAsyncIterable', DEFAULTS, options);
  const begin = (signal: AbortSignal) =>
    iteratorOf<T>(typeof iterable === 'function' ? iterable({ signal }) : iterable);
  return {
    name: 'async-iterable',
    boundedness: 'bounded',
    createReader: (context) => new AsyncIterableReader<T>({ begin, limits, context }),
  };
}

function iteratorOf<T>(made: AsyncIterable<T>): AsyncIterator<T, unknown> {
  const begin = (made as Partial<AsyncIterable<T>> | undefined)?.[Symbol.asyncIterator];
  if (typeof begin === 'function') return begunOnce(begin.call(made), 'fromAsyncIterable');
  const advice =
    'what has no Symbol.asyncIterator; give an async iterable, or a function that makes one, and use fromIterable where it has Symbol.iterator';
  throw wrongDoor('fromAsyncIterable', advice);
}
