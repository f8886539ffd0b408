/**
 * Owns: the verbs that do something with each record of a keyed stream; those that group the records of a
 * key are in `keyed-stream.ts`.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { AggregateFunction } from '../model/aggregate.js';
import type { AsyncFunction } from '../model/async-function.js';
import type { AsyncSpec, KeySelector } from '../model/graph.js';
import type {
  AnyKeyedProcessFunction,
  CountingProcessFunction,
  KeyedProcessFunction,
} from '../model/process-function.js';
import type { KeyedStateDeclarations } from '../model/state-declaration.js';
import { asyncSpec, type KeyedAsyncOptions } from './async-options.js';
import type { NewNode } from './graph-builder.js';
import { deduplication, type DeduplicateOptions } from './keyed/deduplication.js';
import type { KeyedResult } from './keyed/keyed-result.js';
import { ranking, type Compare, type TopNOptions } from './keyed/ranking.js';
import type { RecordOptions } from './operator-options.js';
import { aggregatingState } from './states.js';
import type { Stream } from './stream.js';
import { outputOf, type StreamPlace } from './stream-place.js';

/** A place in the graph to which records get by their key. */
export interface KeyedPlace extends StreamPlace {
  readonly keyOf: KeySelector;
}

/** A keyed stream whose records go one by one through functions. Its verbs are those of `KeyedStream`. */
export abstract class KeyedRecordStream<K, T> {
  protected readonly place: KeyedPlace;

  constructor(place: KeyedPlace) {
    this.place = place;
  }

  /**
   * The running aggregate of each key, emitted for every record; a key's first record is emitted
   * unchanged. Answer a new value: what was emitted before may still be on its way, and a `reduced`
   * that is changed in place would change with it.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * defineJob('takings so far', (env) => {
   *   const sales = env.fromSource(fromArray([{ shop: 'north', cents: 250 }]), { uid: 'sales' });
   *   const byShop = sales.keyBy(({ shop }) => shop);
   *   byShop.reduce((sum, { cents }) => ({ ...sum, cents: sum.cents + cents }), { uid: 'takings' }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  reduce(reduce: (reduced: T, value: T) => T, options: RecordOptions<T> = {}): Stream<T> {
    const { graph, inputs, keyOf } = this.place;
    const reducing = reduce as (reduced: unknown, value: unknown) => unknown;
    const spec = { kind: 'reduce', keyOf, reduce: reducing } as const;
    const node = graph.add({ spec, options, inputs, verb: this.reduce });
    return this.streamAt(outputOf(graph, node));
  }

  /**
   * The running aggregate of each key, emitted with the key for every record.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * const mean = {
   *   createAccumulator: () => ({ sum: 0, count: 0 }),
   *   add: ({ sum, count }: { sum: number; count: number }, n: number) => ({ sum: sum + n, count: count + 1 }),
   *   getResult: ({ sum, count }: { sum: number; count: number }) => sum / count,
   * };
   * defineJob('means', (env) => {
   *   env
   *     .fromSource(fromArray([1, 2, 3]), { uid: 'numbers' })
   *     .keyBy((n) => n % 2)
   *     .aggregate(mean, { uid: 'mean' })
   *     .sinkTo(forEachSink(({ key, value }) => console.log(key, value)), { uid: 'print' });
   * });
   * ```
   */
  aggregate<Acc, Out>(
    aggregate: AggregateFunction<T, Acc, Out>,
    options: RecordOptions<T> = {},
  ): Stream<KeyedResult<K, Out>> {
    const state = { aggregate: aggregatingState(aggregate) };
    const process: KeyedProcessFunction<K, T, KeyedResult<K, Out>, typeof state> = {
      state,
      processElement: (element, { key, state: held }, out) => {
        held.aggregate.add(element);
        out.collect({ key, value: held.aggregate.get() as Out });
      },
    };
    return this.#process(process, { options, verb: this.aggregate });
  }

  /**
   * Hands each record to a function that may keep state for its key, set timers for it, and emit what it
   * likes, also to side outputs.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, minutes, valueState, type Collector } from '@millrace/core';
   *
   * const beats = [{ host: 'a' }, { host: 'b' }, { host: 'a' }];
   * defineJob('silent hosts', (env) => {
   *   env
   *     .fromSource(fromArray(beats), { uid: 'beats' })
   *     .keyBy((beat) => beat.host)
   *     .process(
   *       {
   *         state: { deadline: valueState<number>() },
   *         processElement: (_beat, { state, timers, currentProcessingTime }) => {
   *           const before = state.deadline.value();
   *           if (before !== undefined) timers.deleteProcessingTimeTimer(before);
   *           const deadline = currentProcessingTime() + minutes(5);
   *           timers.registerProcessingTimeTimer(deadline);
   *           state.deadline.update(deadline);
   *         },
   *         onTimer: (_time, { key }, out: Collector<string>) => out.collect(`${key} is silent`),
   *       },
   *       { uid: 'silence' },
   *     )
   *     .sinkTo(forEachSink((alarm) => console.log(alarm)), { uid: 'print' });
   * });
   * ```
   */
  process<R, S extends KeyedStateDeclarations = Record<never, never>>(
    process: KeyedProcessFunction<K, T, R, S>,
    options: RecordOptions<T> = {},
  ): Stream<R> {
    return this.#process(process, { options, verb: this.process });
  }

  /**
   * The first record of each key passes, and no other; those are counted as `numDuplicatesDropped`. With
   * `keep: 'earliest'` it is the earliest by event time, and passes with the watermark. Without a `ttl` a
   * key is remembered for ever.
   *
   * @example
   * ```ts
   * import { days, defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * defineJob('once', (env) => {
   *   const orders = env.fromSource(fromArray([{ id: 'a' }, { id: 'a' }]), { uid: 'orders' });
   *   const once = orders.keyBy(({ id }) => id).deduplicate({ ttl: { ttlMs: days(1) }, uid: 'once' });
   *   once.sinkTo(forEachSink(({ id }) => console.log(id)));
   * });
   * ```
   */
  deduplicate(options: DeduplicateOptions<T> = {}): Stream<T> {
    const { keep: _keep, ttl: _ttl, ...called } = options;
    return this.#process(deduplication<K, T>(options), {
      options: called,
      verb: this.deduplicate,
    });
  }

  /**
   * The best `n` records of each key in their order, emitted with the key whenever they change. `compare`
   * is as for `Array.sort`: what is less stands ahead; of equals, that which came first.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * const scores = [{ game: 'go', player: 'ann', points: 3 }];
   * defineJob('leaders', (env) => {
   *   const byGame = env.fromSource(fromArray(scores), { uid: 'scores' }).keyBy(({ game }) => game);
   *   const leaders = byGame.topN(3, (a, b) => b.points - a.points, { by: ({ player }) => player, uid: 'leaders' });
   *   leaders.sinkTo(forEachSink(({ key, value }) => console.log(key, value.map(({ player }) => player))));
   * });
   * ```
   */
  topN(
    n: number,
    compare: Compare<T>,
    options: TopNOptions<T> = {},
  ): Stream<KeyedResult<K, readonly T[]>> {
    const { by, keptItemsMax = n, ...called } = options;
    const process = ranking<K, T>({ n, compare, by, keptItemsMax });
    return this.#process(process, { options: called, verb: this.topN });
  }

  /**
   * One record for one record, by a function that may answer later. One call at a time is made for each key,
   * in the order of its records, and keys do not wait for each other: a write that must not overtake the one
   * before it, say. With `order: 'input'` or `'none'`, calls are as those of a stream without keys.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * const levels = new Map<string, number>();
   * const store = async ({ tank, level }: { tank: string; level: number }) => levels.set(tank, level).size;
   * defineJob('levels', (env) => {
   *   env
   *     .fromSource(fromArray([{ tank: 'a', level: 3 }, { tank: 'a', level: 5 }]), { uid: 'measured' })
   *     .keyBy(({ tank }) => tank)
   *     .asyncMap((measured) => store(measured), { uid: 'store', capacity: 50 })
   *     .sinkTo(forEachSink((tanks) => console.log(tanks)), { uid: 'print' });
   * });
   * ```
   */
  asyncMap<R, F = never>(
    map: AsyncFunction<T, R>,
    options: KeyedAsyncOptions<T, F> = {},
  ): Stream<R | F> {
    const spec = asyncSpec({ kind: 'async-map', call: map }, options, this.place.keyOf);
    return this.#call(spec, { options, verb: this.asyncMap });
  }

  /**
   * As `asyncMap`, with any number of records for one.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * const linesOf = async ({ order }: { order: number }) => [`${order}/1`, `${order}/2`];
   * defineJob('lines', (env) => {
   *   env
   *     .fromSource(fromArray([{ order: 7, shop: 'north' }]), { uid: 'orders' })
   *     .keyBy(({ shop }) => shop)
   *     .asyncFlatMap((each) => linesOf(each), { uid: 'lines' })
   *     .sinkTo(forEachSink((line) => console.log(line)), { uid: 'print' });
   * });
   * ```
   */
  asyncFlatMap<R, F = never>(
    flatMap: AsyncFunction<T, Iterable<R>>,
    options: KeyedAsyncOptions<T, Iterable<F>> = {},
  ): Stream<R | F> {
    const spec = asyncSpec({ kind: 'async-flat-map', call: flatMap }, options, this.place.keyOf);
    return this.#call(spec, { options, verb: this.asyncFlatMap });
  }

  /** Breaks a circle: this class must be there before `Stream` is. */
  protected abstract streamAt<R>(place: StreamPlace): Stream<R>;

  #call<R>(spec: AsyncSpec, called: Pick<NewNode, 'options' | 'verb'>): Stream<R> {
    const { graph, inputs } = this.place;
    return this.streamAt(outputOf(graph, graph.add({ spec, inputs, ...called })));
  }

  #process<R, S extends KeyedStateDeclarations>(
    process: KeyedProcessFunction<K, T, R, S> | CountingProcessFunction<K, T, R, S>,
    called: Pick<NewNode, 'options' | 'verb'>,
  ): Stream<R> {
    const { graph, inputs, keyOf } = this.place;
    const anyProcess = process as unknown as AnyKeyedProcessFunction;
    const spec = { kind: 'keyed-process', keyOf, function: anyProcess } as const;
    return this.streamAt(outputOf(graph, graph.add({ spec, inputs, ...called })));
  }
}
