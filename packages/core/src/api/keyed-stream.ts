/**
 * Owns: the verbs of a stream whose records have keys.
 * Refuses: keys that are objects; see `model/key.ts` for what a key may be.
 */
import type { AggregateFunction } from '../model/aggregate.js';
import type { GraphInput, KeySelector, NodeId } from '../model/graph.js';
import type { WindowAssigner, WindowResult } from '../model/window.js';
import type { GraphBuilder, OperatorOptions } from './graph-builder.js';
import { Stream } from './stream.js';

/** A place in the graph, and the key by which records get there. */
interface KeyedPlace {
  readonly graph: GraphBuilder;
  readonly node: NodeId;
  readonly keyOf: KeySelector;
}

export class KeyedStream<K, T> {
  readonly #place: KeyedPlace;

  constructor(graph: GraphBuilder, node: NodeId, keyOf: KeySelector) {
    this.#place = { graph, node, keyOf };
  }

  /**
   * The running aggregate of each key, emitted for every record; a key's first record is emitted
   * unchanged.
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

function inputOf({ node, keyOf }: KeyedPlace): GraphInput {
  return { from: node, partitioner: { kind: 'hash', keyOf } };
}
