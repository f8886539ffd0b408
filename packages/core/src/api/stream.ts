/**
 * Owns: the verbs of streams: plain, keyed, and keyed in windows. The three stand in one file, since
 * each verb of one leads to another; what a verb means is in `model/graph.ts` and the operators.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { AggregateFunction } from '../model/aggregate.js';
import type { GraphInput, KeySelector, NodeId, OperatorSpec } from '../model/graph.js';
import type { Key } from '../model/key.js';
import type { EachSink, Sink } from '../model/sink.js';
import type { WindowAssigner, WindowResult } from '../model/window.js';
import type { GraphBuilder, OperatorOptions } from './graph-builder.js';

/**
 * Records of one type on their way. A verb adds an operator to the job and answers the stream after
 * it; nothing runs.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromArray } from '@millrace/core';
 *
 * defineJob('shout', (env) => {
 *   env
 *     .fromSource(fromArray(['a', '', 'b']), { uid: 'words' })
 *     .filter((word) => word !== '')
 *     .map((word) => word.toUpperCase(), { uid: 'shout' })
 *     .sinkTo(forEachSink((word) => console.log(word)), { uid: 'print' });
 * });
 * ```
 */
export class Stream<T> {
  readonly #graph: GraphBuilder;
  readonly #node: NodeId;

  constructor(graph: GraphBuilder, node: NodeId) {
    this.#graph = graph;
    this.#node = node;
  }

  /** One record for one record. */
  map<R>(map: (value: T) => R, options: OperatorOptions = {}): Stream<R> {
    return this.#then({ kind: 'map', map: map as (value: unknown) => unknown }, options);
  }

  /** Keeps the records for which the function answers true. */
  filter<S extends T>(filter: (value: T) => value is S, options?: OperatorOptions): Stream<S>;
  filter(filter: (value: T) => boolean, options?: OperatorOptions): Stream<T>;
  filter(filter: (value: T) => boolean, options: OperatorOptions = {}): Stream<T> {
    return this.#then({ kind: 'filter', filter: filter as (value: unknown) => boolean }, options);
  }

  /** Records of one key meet in one place, which may keep state for the key. Tuples stay tuples. */
  keyBy<const K extends Key>(keyOf: (value: T) => K): KeyedStream<K, T> {
    return new KeyedStream(this.#graph, this.#node, keyOf as (value: unknown) => Key);
  }

  /** Where the stream ends. The sink's demand is what the whole job goes by. */
  sinkTo(sink: Sink<T> | EachSink<T>, options: OperatorOptions = {}): void {
    this.#then(sinkSpec(sink), options);
  }

  #then<R>(spec: OperatorSpec, options: OperatorOptions): Stream<R> {
    return new Stream<R>(this.#graph, this.#graph.add(spec, options, [this.#input()]));
  }

  #input(): GraphInput {
    return { from: this.#node, partitioner: { kind: 'forward' } };
  }
}

/** A place in the graph, and the key by which records get there. */
interface KeyedPlace {
  readonly graph: GraphBuilder;
  readonly node: NodeId;
  readonly keyOf: KeySelector;
}

/**
 * A stream whose records have keys, so that what follows may keep state for each.
 *
 * @example
 * ```ts
 * import { defineJob, forEachSink, fromArray } from '@millrace/core';
 *
 * const sales = [{ shop: 'north', till: 1, cents: 250 }];
 * defineJob('takings', (env) => {
 *   env
 *     .fromSource(fromArray(sales), { uid: 'sales' })
 *     .keyBy((sale) => [sale.shop, sale.till])
 *     .reduce((sum, sale) => ({ ...sum, cents: sum.cents + sale.cents }), { uid: 'takings' })
 *     .sinkTo(forEachSink((sum) => console.log(sum)), { uid: 'print' });
 * });
 * ```
 */
export class KeyedStream<K, T> {
  readonly #place: KeyedPlace;

  constructor(graph: GraphBuilder, node: NodeId, keyOf: KeySelector) {
    this.#place = { graph, node, keyOf };
  }

  /**
   * The running aggregate of each key, emitted for every record; a key's first record is emitted
   * unchanged. Answer a new value: what was emitted before may still be on its way, and a `reduced`
   * that is changed in place would change with it.
   */
  reduce(reduce: (reduced: T, value: T) => T, options: OperatorOptions = {}): Stream<T> {
    const { graph, keyOf } = this.#place;
    const spec = {
      kind: 'reduce',
      keyOf,
      reduce: reduce as (reduced: unknown, value: unknown) => unknown,
    } as const;
    return new Stream(graph, graph.add(spec, options, [inputOf(this.#place)]));
  }

  /** Groups the records of each key by event time. */
  window(assigner: WindowAssigner): WindowedStream<K, T> {
    return new WindowedStream(this.#place, assigner);
  }
}

/**
 * A keyed stream cut into windows of event time. What to do with a window is yet to be said.
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
 *     .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n }, { uid: 'count' })
 *     .sinkTo(forEachSink(({ key, window, value }) => console.log(key, window.start, value)), { uid: 'print' });
 * });
 * ```
 */
export class WindowedStream<K, T> {
  readonly #place: KeyedPlace;
  readonly #assigner: WindowAssigner;

  constructor(place: KeyedPlace, assigner: WindowAssigner) {
    this.#place = place;
    this.#assigner = assigner;
  }

  /**
   * One result per key and window, when the watermark passes the window's end. The result's
   * timestamp is the window's last.
   */
  aggregate<Acc, R>(
    aggregate: AggregateFunction<T, Acc, R>,
    options: OperatorOptions = {},
  ): Stream<WindowResult<K, R>> {
    const { graph, keyOf } = this.#place;
    const spec = {
      kind: 'window',
      keyOf,
      assigner: this.#assigner,
      aggregate: aggregate as AggregateFunction<unknown, unknown, unknown>,
    } as const;
    return new Stream(graph, graph.add(spec, options, [inputOf(this.#place)]));
  }
}

function sinkSpec<T>(sink: Sink<T> | EachSink<T>): OperatorSpec {
  if (!('each' in sink)) return { kind: 'sink', sink: sink };
  const { each } = sink as EachSink<unknown>;
  return { kind: 'for-each', each: each.bind(sink) };
}

function inputOf({ node, keyOf }: KeyedPlace): GraphInput {
  return { from: node, partitioner: { kind: 'hash', keyOf } };
}
