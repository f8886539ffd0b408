/**
 * Owns: the verbs of a stream and a broadcast one that one function takes.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type {
  AnyBroadcastProcessFunction,
  AnyKeyedBroadcastProcessFunction,
  BroadcastProcessFunction,
  KeyedBroadcastProcessFunction,
} from '../model/broadcast-function.js';
import type {
  BroadcastStateDeclarations,
  KeyedStateDeclarations,
  OperatorStateDeclarations,
} from '../model/state-declaration.js';
import type { BroadcastStream } from './broadcast-stream.js';
import { connectedToAll } from './connected-place.js';
import type { KeyedPlace } from './keyed-record-stream.js';
import type { RecordOptions } from './operator-options.js';
import { Stream } from './stream.js';
import { outputOf, type StreamPlace } from './stream-place.js';

/** A stream and a broadcast one on their way to one function. */
export class BroadcastConnectedStream<T, U, B extends BroadcastStateDeclarations> {
  readonly #place: StreamPlace;
  readonly #broadcastState: BroadcastStateDeclarations;

  constructor(place: StreamPlace, broadcast: BroadcastStream<U, B>) {
    this.#place = connectedToAll(place, broadcast.place);
    this.#broadcastState = broadcast.broadcastState;
  }

  /**
   * Hands each record to a function that reads the broadcast state, and each broadcast record, in every
   * subtask, to one that writes it. A record is judged by what its subtask has seen before it.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, mapState, type Collector } from '@millrace/core';
   *
   * defineJob('names', (env) => {
   *   const names = env.fromSource(fromArray([{ id: 1, name: 'Ann' }]), { uid: 'names' });
   *   env
   *     .fromSource(fromArray([1, 2]), { uid: 'visits' })
   *     .connect(names.broadcast({ names: mapState<number, string>() }))
   *     .process(
   *       {
   *         processElement: (id, { broadcastState }, out: Collector<string>) =>
   *           out.collect(broadcastState.names.get(id) ?? 'nobody'),
   *         processBroadcastElement: ({ id, name }, { broadcastState }) => broadcastState.names.put(id, name),
   *       },
   *       { uid: 'named', parallelism: 2 },
   *     )
   *     .sinkTo(forEachSink((name) => console.log(name)), { uid: 'print' });
   * });
   * ```
   */
  process<R, S extends OperatorStateDeclarations = Record<never, never>>(
    process: BroadcastProcessFunction<T, U, R, B, S>,
    options: RecordOptions<T | U> = {},
  ): Stream<R> {
    const { graph, inputs } = this.#place;
    const spec = {
      kind: 'broadcast-process',
      broadcastState: this.#broadcastState,
      function: process as unknown as AnyBroadcastProcessFunction,
    } as const;
    const node = graph.add({ spec, options, inputs, verb: this.process });
    return new Stream(outputOf(graph, node));
  }
}

/** A stream with keys and a broadcast one on their way to one function. */
export class KeyedBroadcastConnectedStream<K, T, U, B extends BroadcastStateDeclarations> {
  readonly #place: KeyedPlace;
  readonly #broadcastState: BroadcastStateDeclarations;

  constructor(place: KeyedPlace, broadcast: BroadcastStream<U, B>) {
    this.#place = { ...connectedToAll(place, broadcast.place), keyOf: place.keyOf };
    this.#broadcastState = broadcast.broadcastState;
  }

  /**
   * Hands each record to a function that reads the broadcast state, and keeps state and timers for its key;
   * and each broadcast record, in every subtask, to one that writes the broadcast state. That one has no key
   * at hand; it may visit all keys of its subtask.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, mapState, valueState, type Collector } from '@millrace/core';
   *
   * defineJob('alarms', (env) => {
   *   const limits = env.fromSource(fromArray([{ unit: 'bar', max: 5 }]), { uid: 'limits' });
   *   env
   *     .fromSource(fromArray([{ tank: 'a', unit: 'bar', level: 7 }]), { uid: 'levels' })
   *     .keyBy(({ tank }) => tank)
   *     .connect(limits.broadcast({ limits: mapState<string, number>() }))
   *     .process(
   *       {
   *         state: { last: valueState<number>() },
   *         processElement: ({ unit, level }, { key, state, broadcastState }, out: Collector<string>) => {
   *           state.last.update(level);
   *           if (level > (broadcastState.limits.get(unit) ?? Infinity)) out.collect(key);
   *         },
   *         processBroadcastElement: ({ unit, max }, { broadcastState, applyToKeyedState }, out) => {
   *           broadcastState.limits.put(unit, max);
   *           applyToKeyedState('last', (tank, last) => {
   *             if (last.value()! > max) out.collect(tank);
   *           });
   *         },
   *       },
   *       { uid: 'alarms', parallelism: 2 },
   *     )
   *     .sinkTo(forEachSink((tank) => console.log(tank)), { uid: 'print' });
   * });
   * ```
   */
  process<R, S extends KeyedStateDeclarations = Record<never, never>>(
    process: KeyedBroadcastProcessFunction<K, T, U, R, B, S>,
    options: RecordOptions<T | U> = {},
  ): Stream<R> {
    const { graph, inputs, keyOf } = this.#place;
    const spec = {
      kind: 'keyed-broadcast-process',
      keyOf,
      broadcastState: this.#broadcastState,
      function: process as unknown as AnyKeyedBroadcastProcessFunction,
    } as const;
    const node = graph.add({ spec, options, inputs, verb: this.process });
    return new Stream(outputOf(graph, node));
  }
}
