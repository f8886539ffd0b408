/**
 * Owns: the verbs that do something with each record of a stream without keys; what a verb means is in
 * `model/graph.ts` and the operators.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { AsyncFunction } from '../model/async-function.js';
import type { AnyProcessFunction, ProcessFunction } from '../model/process-function.js';
import type { OperatorStateDeclarations } from '../model/state-declaration.js';
import { asyncSpec, type AsyncOptions } from './async-options.js';
import type { RecordOptions } from './operator-options.js';
import { PipedStream } from './piped-stream.js';
import type { Stream } from './stream.js';

/** A stream whose records go one by one through functions. Its verbs are those of every `Stream`. */
export abstract class RecordStream<T> extends PipedStream<T> {
  /**
   * One record for one record.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('lengths', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).map((word) => word.length, { uid: 'lengths' }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  map<R>(map: (value: T) => R, options: RecordOptions<T> = {}): Stream<R> {
    const spec = { kind: 'map', map: map as (value: unknown) => unknown } as const;
    return this.add({ spec, options, verb: this.map });
  }

  /**
   * Keeps the records for which the function answers true.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('others', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).filter((word) => word !== 'be', { uid: 'others' }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  filter<S extends T>(filter: (value: T) => value is S, options?: RecordOptions<T>): Stream<S>;
  filter(filter: (value: T) => boolean, options?: RecordOptions<T>): Stream<T>;
  filter(filter: (value: T) => boolean, options: RecordOptions<T> = {}): Stream<T> {
    const spec = { kind: 'filter', filter: filter as (value: unknown) => boolean } as const;
    return this.add({ spec, options, verb: this.filter });
  }

  /**
   * Any number of records for one: an array, a Set, or a generator, which is drawn as there is room for what
   * it yields, so that it may yield without end. A string is refused.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('words', (env) => {
   *   env
   *     .fromSource(fromArray(['to be', 'or not']), { uid: 'lines' })
   *     .flatMap((line) => line.split(' '), { uid: 'words' })
   *     .sinkTo(forEachSink((word) => console.log(word)), { uid: 'print' });
   * });
   * ```
   */
  flatMap<R>(flatMap: (value: T) => Iterable<R>, options: RecordOptions<T> = {}): Stream<R> {
    const answering = flatMap as (value: unknown) => Iterable<unknown>;
    const spec = { kind: 'flat-map', flatMap: answering } as const;
    return this.add({ spec, options, verb: this.flatMap });
  }

  /**
   * One record for one record, by a function that may answer later: a call to a service, say. `capacity` calls
   * are on their way at once; results leave in the order of the records, or, with `order: 'none'`, as they
   * come, but never across a watermark.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, seconds } from '@millrace/core';
   *
   * const capitalOf = async (country: string, signal: AbortSignal) => (signal.aborted ? '' : `capital of ${country}`);
   * defineJob('capitals', (env) => {
   *   env
   *     .fromSource(fromArray(['Chile', 'Laos']), { uid: 'countries' })
   *     .asyncMap((country, { signal }) => capitalOf(country, signal), {
   *       uid: 'capitals',
   *       timeoutMs: seconds(10),
   *       retry: { attemptsMax: 3 },
   *       fallback: () => 'unknown',
   *     })
   *     .sinkTo(forEachSink((capital) => console.log(capital)), { uid: 'print' });
   * });
   * ```
   */
  asyncMap<R, F = never>(
    map: AsyncFunction<T, R>,
    options: AsyncOptions<T, F> = {},
  ): Stream<R | F> {
    const spec = asyncSpec({ kind: 'async-map', call: map }, options);
    return this.add({ spec, options, verb: this.asyncMap });
  }

  /**
   * As `asyncMap`, with any number of records for one: an array, a Set or a generator of them.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * const friendsOf = async (user: string) => (user === 'ann' ? ['bob', 'cleo'] : []);
   * defineJob('friends', (env) => {
   *   env
   *     .fromSource(fromArray(['ann', 'bob']), { uid: 'users' })
   *     .asyncFlatMap((user) => friendsOf(user), { uid: 'friends', order: 'none' })
   *     .sinkTo(forEachSink((friend) => console.log(friend)), { uid: 'print' });
   * });
   * ```
   */
  asyncFlatMap<R, F = never>(
    flatMap: AsyncFunction<T, Iterable<R>>,
    options: AsyncOptions<T, Iterable<F>> = {},
  ): Stream<R | F> {
    const spec = asyncSpec({ kind: 'async-flat-map', call: flatMap }, options);
    return this.add({ spec, options, verb: this.asyncFlatMap });
  }

  /**
   * Hands each record to a function that emits what it likes, also to side outputs, and that may keep
   * state of its subtask. State and timers for each key: `keyBy().process()`.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, outputTag, type Collector } from '@millrace/core';
   *
   * const odd = outputTag<number>('odd');
   * defineJob('halves', (env) => {
   *   const halves = env.fromSource(fromArray([1, 2, 4]), { uid: 'numbers' }).process(
   *     {
   *       processElement: (n, context, out: Collector<number>) => {
   *         if (n % 2 === 0) out.collect(n / 2);
   *         else context.output(odd, n);
   *       },
   *     },
   *     { uid: 'halve' },
   *   );
   *   halves.sinkTo(forEachSink((n) => console.log(n)), { uid: 'print' });
   *   halves.getSideOutput(odd).sinkTo(forEachSink((n) => console.log('odd', n)), { uid: 'odd' });
   * });
   * ```
   */
  process<R, S extends OperatorStateDeclarations = Record<never, never>>(
    process: ProcessFunction<T, R, S>,
    options: RecordOptions<T> = {},
  ): Stream<R> {
    const spec = { kind: 'process', function: process as unknown as AnyProcessFunction } as const;
    return this.add({ spec, options, verb: this.process });
  }
}
