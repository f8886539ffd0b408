/**
 * Owns: the verbs that say to which subtasks of the next operator the records of a stream go.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { Partitioner } from '../model/graph.js';
import type { BroadcastStateDeclarations } from '../model/state-declaration.js';
import { BroadcastStream } from './broadcast-stream.js';
import type { Stream } from './stream.js';
import type { StreamPlace } from './stream-place.js';

/** A stream that goes on to other subtasks. Its verbs are those of every `Stream`. */
export abstract class ExchangedStream<T> {
  protected readonly place: StreamPlace;

  constructor(place: StreamPlace) {
    this.place = place;
  }

  /**
   * Every record to one subtask of the next operator, each in turn.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('in turn', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).rebalance().map((word) => word.length, { parallelism: 2 }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  rebalance(): Stream<T> {
    return this.streamAt(this.partitioned({ kind: 'rebalance' }));
  }

  /**
   * Every record to every subtask of the next operator. With declared state it is a `BroadcastStream`, to be
   * connected to another: its records write that state, of which every subtask has a copy.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('to all', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).broadcast().map((word) => word.length, { parallelism: 2 }).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  broadcast(): Stream<T>;
  broadcast<B extends BroadcastStateDeclarations>(state: B): BroadcastStream<T, B>;
  broadcast(
    state?: BroadcastStateDeclarations,
  ): Stream<T> | BroadcastStream<T, BroadcastStateDeclarations> {
    if (state !== undefined) return new BroadcastStream(this.place, state);
    return this.streamAt(this.partitioned({ kind: 'broadcast' }));
  }

  /**
   * Records stay in their subtask; the next operator must have as many.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * defineJob('straight on', (env) => {
   *   env.fromSource(fromArray(['to', 'be'])).forward().map((word) => word.length).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  forward(): Stream<T> {
    return this.streamAt(this.partitioned({ kind: 'forward' }));
  }

  /**
   * Every record to the subtask of the next operator that a function chooses, from 0 on, by what the record
   * is partitioned by. Another number fails the job. State needs `keyBy()`.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray } from '@millrace/core';
   * const orders = [{ region: 3 }, { region: 8 }];
   * defineJob('by region', (env) => {
   *   env
   *     .fromSource(fromArray(orders), { uid: 'orders' })
   *     .partitionCustom((order) => order.region, (region, subtasks) => region % subtasks)
   *     .map((order) => order.region, { uid: 'region', parallelism: 2 })
   *     .sinkTo(forEachSink((region) => console.log(region)), { uid: 'print' });
   * });
   * ```
   */
  partitionCustom<K>(
    keyOf: (value: T) => K,
    partition: (key: K, parallelism: number) => number,
  ): Stream<T> {
    const subtaskOf = (value: unknown, parallelism: number): number =>
      partition(keyOf(value as T), parallelism);
    return this.streamAt(this.partitioned({ kind: 'custom', subtaskOf }));
  }

  /** Breaks a circle: this class must be there before `Stream` is. */
  protected abstract streamAt<R>(place: StreamPlace): Stream<R>;

  protected partitioned(partitioner: Partitioner): StreamPlace {
    const { graph, inputs } = this.place;
    return { graph, inputs: inputs.map((input) => ({ ...input, partitioner })) };
  }
}
