/**
 * Owns: the verbs of a stream that has no keys.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { GraphInput, NodeId, OperatorSpec } from '../model/graph.js';
import type { Key } from '../model/key.js';
import type { EachSink, Sink } from '../model/sink.js';
import type { GraphBuilder, OperatorOptions } from './graph-builder.js';
import { KeyedStream } from './keyed-stream.js';

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

function sinkSpec<T>(sink: Sink<T> | EachSink<T>): OperatorSpec {
  if (!('each' in sink)) return { kind: 'sink', sink: sink as Sink<unknown> };
  return { kind: 'for-each', each: (sink as EachSink<unknown>).each };
}
