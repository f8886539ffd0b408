/**
 * Owns: the door for what can be iterated at once: generators, sets, maps, whatever has an iterator.
 * Refuses: to begin before a job runs; each execution of the job asks for an iterator of its own.
 */
import type { Source } from '../../model/source.js';
import { begunOnce } from './begun-once.js';
import { wrongDoor } from './door-options.js';
import { IterableReader } from './iterable-reader.js';

/**
 * A source over an iterable. Values are drawn as the job has room for them, so it may be endless. When the
 * job leaves before the end, a generator's `finally` runs. Give a function where each run is to have an
 * iterable of its own; a generator that was made already can be read by one run.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromIterable, runJob } from '@millrace/core';
 *
 * function* powers() {
 *   for (let power = 1n; power < 1_000n; power *= 2n) yield power;
 * }
 * const handle = await runJob(defineJob('powers', (env) => {
 *   env.fromSource(fromIterable(powers), { uid: 'in' })
 *     .sinkTo(forEachSink((power) => console.log(power))); // 1n, 2n, 4n, and so on
 * }));
 * await handle.done;
 * ```
 */
export function fromIterable<T>(iterable: Iterable<T> | (() => Iterable<T>)): Source<T> {
  return {
    name: 'iterable',
    boundedness: 'bounded',
    createReader: () => new IterableReader<T>(() => iteratorOf(iterable)),
  };
}

function iteratorOf<T>(given: Iterable<T> | (() => Iterable<T>)): Iterator<T, unknown> {
  const made = typeof given === 'function' ? given() : given;
  const begin = (made as Partial<Iterable<T>> | undefined)?.[Symbol.iterator];
  if (typeof begin === 'function') return begunOnce(begin.call(made), 'fromIterable');
  const advice =
    'what has no Symbol.iterator; give an iterable, or a function that makes one, and use fromAsyncIterable where it has Symbol.asyncIterator';
  throw wrongDoor('fromIterable', advice);
}
