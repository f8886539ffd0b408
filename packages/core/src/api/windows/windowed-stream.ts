/**
 * Owns: the verbs of a keyed stream that is cut into windows.
 * Refuses: to judge what it is given; `api/checks` looks at the whole job.
 */
import type { AggregateFunction } from '../../model/aggregate.js';
import type { Evictor } from '../../model/evictor.js';
import type { WindowContentsSpec, WindowSpec } from '../../model/graph.js';
import type { OutputTag } from '../../model/output-tag.js';
import type { KeyedStateDeclarations } from '../../model/state-declaration.js';
import type { Milliseconds } from '../../model/time.js';
import type { Trigger } from '../../model/trigger.js';
import type { AnyWindowFunction } from '../../model/window-function.js';
import type { WindowResult } from '../../model/window.js';
import type { RecordOptions } from '../operator-options.js';
import type { Verb } from '../place.js';
import type { KeyedPlace } from '../keyed-record-stream.js';
import { Stream } from '../stream.js';
import { outputOf } from '../stream-place.js';
import { isWindowFunction, windowFunctionOf, type WindowFunction } from './window-function.js';

/** What has been said of the windows so far. */
interface Windowing extends Omit<WindowSpec, 'kind' | 'keysOf' | 'contents' | 'apply'> {
  readonly place: KeyedPlace;
}

/** What a verb makes of the windows. */
interface Applied {
  readonly contents: WindowContentsSpec;
  readonly apply?: AnyWindowFunction | undefined;
  readonly options: RecordOptions<never> | undefined;
  readonly verb: Verb;
}

/**
 * A keyed stream cut into windows. What to do with a window is yet to be said.
 *
 * @example
 * ```ts
 * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, hours, seconds, tumbling } from '@millrace/core';
 *
 * const visits = [{ page: '/', at: Date.UTC(2026, 0, 1, 9, 30) }];
 * defineJob('visits an hour', (env) => {
 *   env
 *     .fromSource(fromArray(visits), { uid: 'visits', watermarks: boundedOutOfOrderness(seconds(5), (v) => v.at) })
 *     .keyBy((visit) => visit.page)
 *     .window(tumbling(hours(1)))
 *     .allowedLateness(hours(1))
 *     .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n }, { uid: 'count' })
 *     .sinkTo(forEachSink(({ key, window, value }) => console.log(key, window.start, value)), { uid: 'print' });
 * });
 * ```
 */
export class WindowedStream<K, T> {
  readonly #windowing: Windowing;

  constructor(windowing: Windowing) {
    this.#windowing = windowing;
  }

  /**
   * Windows fire when the trigger says so, and no longer by themselves (W6).
   *
   * @example
   * ```ts
   * import { countTrigger, defineJob, forEachSink, fromArray, globalWindow, purgingTrigger } from '@millrace/core';
   *
   * defineJob('sums of two', (env) => {
   *   const every = env.fromSource(fromArray([1, 2, 3])).keyBy((n) => n % 2).window(globalWindow());
   *   every.trigger(purgingTrigger(countTrigger(2))).reduce((a, b) => a + b).sinkTo(forEachSink(({ value }) => console.log(value)));
   * });
   * ```
   */
  trigger<S>(trigger: Trigger<T, S>): WindowedStream<K, T> {
    return this.#with({ trigger: trigger as Trigger });
  }

  /**
   * Takes elements out of a window when it fires. The window then holds all of its elements (W9).
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, countEvictor, tumbling } from '@millrace/core';
   *
   * defineJob('the last two', (env) => {
   *   const numbers = env.fromSource(fromArray([1, 2, 3]), { watermarks: boundedOutOfOrderness(0, (n) => n) });
   *   numbers.keyBy((n) => n % 2).window(tumbling(10)).evictor(countEvictor(2)).reduce((a, b) => a + b).sinkTo(forEachSink(({ value }) => console.log(value)));
   * });
   * ```
   */
  evictor(evictor: Evictor<T>): WindowedStream<K, T> {
    return this.#with({ evictor: evictor as Evictor });
  }

  /**
   * Keeps windows of event time for so long after they have fired: a record that comes meanwhile fires its
   * window again, with all that it holds. Default: 0. `Infinity` keeps them for ever.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, tumbling } from '@millrace/core';
   *
   * defineJob('patient', (env) => {
   *   const numbers = env.fromSource(fromArray([1, 2, 3]), { watermarks: boundedOutOfOrderness(0, (n) => n) });
   *   numbers.keyBy((n) => n % 2).window(tumbling(10)).allowedLateness(100).reduce((a, b) => a + b).sinkTo(forEachSink(({ value }) => console.log(value)));
   * });
   * ```
   */
  allowedLateness(allowedLatenessMs: Milliseconds): WindowedStream<K, T> {
    return this.#with({ allowedLatenessMs });
  }

  /**
   * Sends records whose windows have been cleaned up to a side output; they are counted as well (T4).
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, outputTag, tumbling } from '@millrace/core';
   *
   * defineJob('late ones', (env) => {
   *   const late = outputTag<number>('late');
   *   const numbers = env.fromSource(fromArray([1, 2, 3]), { watermarks: boundedOutOfOrderness(0, (n) => n) });
   *   const sums = numbers.keyBy((n) => n % 2).window(tumbling(10)).sideOutputLateData(late).reduce((a, b) => a + b);
   *   sums.sinkTo(forEachSink(({ value }) => console.log(value)));
   *   sums.getSideOutput(late).sinkTo(forEachSink((n) => console.log('late', n)));
   * });
   * ```
   */
  sideOutputLateData(tag: OutputTag<T>): WindowedStream<K, T> {
    return this.#with({ late: [tag as OutputTag<unknown>] });
  }

  /**
   * One result per key and firing. Without a trigger, a window fires when the watermark passes its end;
   * the result's timestamp is the window's last. With a window function, that gets the aggregate's result
   * and emits what it likes.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, tumbling } from '@millrace/core';
   *
   * defineJob('counts', (env) => {
   *   const numbers = env.fromSource(fromArray([1, 2, 3]), { watermarks: boundedOutOfOrderness(0, (n) => n) });
   *   const count = { createAccumulator: () => 0, add: (n: number) => n + 1, getResult: (n: number) => n };
   *   numbers.keyBy((n) => n % 2).window(tumbling(10)).aggregate(count, { uid: 'count' }).sinkTo(forEachSink(({ value }) => console.log(value)));
   * });
   * ```
   */
  aggregate<Acc, V, R, W extends KeyedStateDeclarations, G extends KeyedStateDeclarations>(
    aggregate: AggregateFunction<T, Acc, V>,
    windowFunction: WindowFunction<K, V, R, W, G>,
    options?: RecordOptions<T>,
  ): Stream<R>;
  aggregate<Acc, V>(
    aggregate: AggregateFunction<T, Acc, V>,
    options?: RecordOptions<T>,
  ): Stream<WindowResult<K, V>>;
  aggregate(
    aggregate: AggregateFunction<T, unknown, unknown>,
    ...rest: readonly unknown[]
  ): Stream<never> {
    const contents = { kind: 'aggregate', aggregate: aggregate as AnyAggregate } as const;
    return this.#apply({ contents, verb: this.aggregate, ...appliedOf(rest) });
  }

  /**
   * As `aggregate`, with elements put together two by two. Answer a new value, as in `reduce` of a stream.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, tumbling } from '@millrace/core';
   *
   * defineJob('greatest', (env) => {
   *   const numbers = env.fromSource(fromArray([1, 2, 3]), { watermarks: boundedOutOfOrderness(0, (n) => n) });
   *   numbers.keyBy((n) => n % 2).window(tumbling(10)).reduce((a, b) => Math.max(a, b), { uid: 'greatest' }).sinkTo(forEachSink(({ value }) => console.log(value)));
   * });
   * ```
   */
  reduce<R, W extends KeyedStateDeclarations, G extends KeyedStateDeclarations>(
    reduce: (reduced: T, value: T) => T,
    windowFunction: WindowFunction<K, T, R, W, G>,
    options?: RecordOptions<T>,
  ): Stream<R>;
  reduce(
    reduce: (reduced: T, value: T) => T,
    options?: RecordOptions<T>,
  ): Stream<WindowResult<K, T>>;
  reduce(reduce: (reduced: T, value: T) => T, ...rest: readonly unknown[]): Stream<never> {
    const reducing = reduce as (reduced: unknown, value: unknown) => unknown;
    const contents = { kind: 'reduce', reduce: reducing } as const;
    return this.#apply({ contents, verb: this.reduce, ...appliedOf(rest) });
  }

  /**
   * The window function gets all elements of a window, in the order in which they came.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, tumbling, type Collector } from '@millrace/core';
   *
   * defineJob('medians', (env) => {
   *   const numbers = env.fromSource(fromArray([1, 2, 3]), { watermarks: boundedOutOfOrderness(0, (n) => n) });
   *   const medians = numbers.keyBy((n) => n % 2).window(tumbling(10)).process((all, _, out: Collector<number>) => {
   *     out.collect(all.toSorted((a, b) => a - b)[all.length >> 1]!);
   *   });
   *   medians.sinkTo(forEachSink((median) => console.log(median)));
   * });
   * ```
   */
  process<R, W extends KeyedStateDeclarations, G extends KeyedStateDeclarations>(
    windowFunction: WindowFunction<K, readonly T[], R, W, G>,
    options?: RecordOptions<T>,
  ): Stream<R> {
    const apply = windowFunctionOf(windowFunction);
    return this.#apply<R>({ contents: { kind: 'elements' }, apply, options, verb: this.process });
  }

  #with(change: Partial<Windowing>): WindowedStream<K, T> {
    return new WindowedStream({ ...this.#windowing, ...change });
  }

  #apply<R>({ contents, apply, options = {}, verb }: Applied): Stream<R> {
    const { place, ...windowing } = this.#windowing;
    const { graph, inputs, keyOf } = place;
    const spec = { kind: 'window', keysOf: [keyOf], contents, apply, ...windowing } as const;
    return new Stream(outputOf(graph, graph.add({ spec, options, inputs, verb })));
  }
}

type AnyAggregate = AggregateFunction<unknown, unknown, unknown>;

/** Tells a window function from options: it is called, or has a `process`. */
function appliedOf([first, second]: readonly unknown[]): Pick<Applied, 'apply' | 'options'> {
  if (!isWindowFunction(first)) return { options: first as RecordOptions<never> };
  return { apply: windowFunctionOf(first), options: second as RecordOptions<never> };
}
