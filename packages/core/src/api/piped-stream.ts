/**
 * Owns: the verb by which RxJS operators stand in a job.
 * Refuses: to apply them; `runtime/chain` does, anew for each stretch of records.
 */
import type { OperatorFunction } from 'rxjs';
import type { RxOperator } from '../model/graph.js';
import { ExchangedStream } from './exchanged-stream.js';
import type { NewNode } from './graph-builder.js';
import type { RecordOptions } from './operator-options.js';
import type { Stream } from './stream.js';
import { outputOf } from './stream-place.js';

type Op<A, B> = OperatorFunction<A, B>;

/** A stream whose records go through operators of RxJS. Its verbs are those of every `Stream`. */
export abstract class PipedStream<T> extends ExchangedStream<T> {
  /**
   * Up to nine operators of RxJS, and options behind them. What they emit for a record gets its timestamp.
   *
   * They are applied and subscribed anew for each stretch of records that there is demand for, so they must
   * be stateless and synchronous: each output belongs to the record at hand. What holds records, waits or
   * completes early fails the job with a sentence that says what to use instead; state that only shows from
   * one stretch to the next (`scan`, `distinctUntilChanged`) is found by `verifyOperator` of `@millrace/testing`.
   * An error in the pipe is that of the record at hand, and goes by `onError`.
   *
   * @example
   * ```ts
   * import { filter, map, mergeMap } from 'rxjs';
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * defineJob('words', (env) => {
   *   env
   *     .fromSource(fromArray(['to be', '', 'or not']), { uid: 'lines' })
   *     .pipe(filter((line) => line !== ''), mergeMap((line) => line.split(' ')), map((word) => word.toUpperCase()), { uid: 'words' })
   *     .sinkTo(forEachSink((word) => console.log(word)), { uid: 'print' });
   * });
   * ```
   */
  // The longest first: tried as options, an operator's function would be fixed to take unknown.
  pipe<A, B, C, D, E, F, G, H, I>(
    a: Op<T, A>,
    b: Op<A, B>,
    c: Op<B, C>,
    d: Op<C, D>,
    e: Op<D, E>,
    f: Op<E, F>,
    g: Op<F, G>,
    h: Op<G, H>,
    i: Op<H, I>,
    options?: RecordOptions<T>,
  ): Stream<I>;
  pipe<A, B, C, D, E, F, G, H>(
    a: Op<T, A>,
    b: Op<A, B>,
    c: Op<B, C>,
    d: Op<C, D>,
    e: Op<D, E>,
    f: Op<E, F>,
    g: Op<F, G>,
    h: Op<G, H>,
    options?: RecordOptions<T>,
  ): Stream<H>;
  pipe<A, B, C, D, E, F, G>(
    a: Op<T, A>,
    b: Op<A, B>,
    c: Op<B, C>,
    d: Op<C, D>,
    e: Op<D, E>,
    f: Op<E, F>,
    g: Op<F, G>,
    options?: RecordOptions<T>,
  ): Stream<G>;
  pipe<A, B, C, D, E, F>(
    a: Op<T, A>,
    b: Op<A, B>,
    c: Op<B, C>,
    d: Op<C, D>,
    e: Op<D, E>,
    f: Op<E, F>,
    options?: RecordOptions<T>,
  ): Stream<F>;
  pipe<A, B, C, D, E>(
    a: Op<T, A>,
    b: Op<A, B>,
    c: Op<B, C>,
    d: Op<C, D>,
    e: Op<D, E>,
    options?: RecordOptions<T>,
  ): Stream<E>;
  pipe<A, B, C, D>(
    a: Op<T, A>,
    b: Op<A, B>,
    c: Op<B, C>,
    d: Op<C, D>,
    options?: RecordOptions<T>,
  ): Stream<D>;
  pipe<A, B, C>(a: Op<T, A>, b: Op<A, B>, c: Op<B, C>, options?: RecordOptions<T>): Stream<C>;
  pipe<A, B>(a: Op<T, A>, b: Op<A, B>, options?: RecordOptions<T>): Stream<B>;
  pipe<A>(a: Op<T, A>, options?: RecordOptions<T>): Stream<A>;
  pipe(...given: readonly unknown[]): Stream<unknown> {
    const last = given.at(-1);
    const hasOptions = typeof last === 'object' && last !== null;
    const operators = (hasOptions ? given.slice(0, -1) : given) as readonly RxOperator[];
    const options = hasOptions ? last : {};
    return this.add({ spec: { kind: 'pipe', operators }, options, verb: this.pipe });
  }

  protected add<R>(next: Omit<NewNode, 'inputs'>): Stream<R> {
    const { graph, inputs } = this.place;
    return this.streamAt(outputOf(graph, graph.add({ ...next, inputs })));
  }
}
