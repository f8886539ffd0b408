/**
 * Owns: the verbs of two streams that one function takes.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type {
  AnyCoProcessFunction,
  AnyKeyedCoProcessFunction,
  CoProcessFunction,
  KeyedCoProcessFunction,
} from '../model/co-process-function.js';
import type {
  KeyedStateDeclarations,
  OperatorStateDeclarations,
} from '../model/state-declaration.js';
import type { RecordOptions } from './operator-options.js';
import type { ConnectedPlace } from './connected-place.js';
import { Stream } from './stream.js';
import { outputOf, type StreamPlace } from './stream-place.js';

/** Two streams on their way to one function. */
export class ConnectedStreams<T1, T2> {
  readonly #place: StreamPlace;

  constructor(place: StreamPlace) {
    this.#place = place;
  }

  /**
   * Hands each record of both streams to a function with a method for each of them. They may share the state
   * of their subtask, emit what they like, and send to side outputs.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, type Collector } from '@millrace/core';
   *
   * defineJob('both', (env) => {
   *   const numbers = env.fromSource(fromArray([1, 2]), { uid: 'numbers' });
   *   const words = env.fromSource(fromArray(['to', 'be']), { uid: 'words' });
   *   numbers
   *     .connect(words)
   *     .process(
   *       {
   *         processElement1: (n, _context, out: Collector<string>) => out.collect(String(n)),
   *         processElement2: (word, _context, out: Collector<string>) => out.collect(word),
   *       },
   *       { uid: 'both' },
   *     )
   *     .sinkTo(forEachSink((text) => console.log(text)), { uid: 'print' });
   * });
   * ```
   */
  process<R, S extends OperatorStateDeclarations = Record<never, never>>(
    process: CoProcessFunction<T1, T2, R, S>,
    options: RecordOptions<T1 | T2> = {},
  ): Stream<R> {
    const { graph, inputs } = this.#place;
    const spec = {
      kind: 'co-process',
      function: process as unknown as AnyCoProcessFunction,
    } as const;
    const node = graph.add({ spec, options, inputs, verb: this.process });
    return new Stream(outputOf(graph, node));
  }
}

/** Two streams with the same keys on their way to one function. */
export class KeyedConnectedStreams<K, T1, T2> {
  readonly #place: ConnectedPlace;

  constructor(place: ConnectedPlace) {
    this.#place = place;
  }

  /**
   * Hands each record of both streams to a function with a method for each of them. Both see the same state
   * and timers of a key.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, valueState, type Collector } from '@millrace/core';
   *
   * const prices = [{ item: 'pen', cents: 250 }];
   * const orders = [{ item: 'pen', count: 4 }];
   * defineJob('totals', (env) => {
   *   const priceOf = env.fromSource(fromArray(prices), { uid: 'prices' }).keyBy(({ item }) => item);
   *   env
   *     .fromSource(fromArray(orders), { uid: 'orders' })
   *     .keyBy(({ item }) => item)
   *     .connect(priceOf)
   *     .process(
   *       {
   *         state: { cents: valueState<number>() },
   *         processElement1: ({ count }, { key, state }, out: Collector<string>) =>
   *           out.collect(`${key}: ${String(count * (state.cents.value() ?? 0))}`),
   *         processElement2: ({ cents }, { state }) => state.cents.update(cents),
   *       },
   *       { uid: 'totals' },
   *     )
   *     .sinkTo(forEachSink((total) => console.log(total)), { uid: 'print' });
   * });
   * ```
   */
  process<R, S extends KeyedStateDeclarations = Record<never, never>>(
    process: KeyedCoProcessFunction<K, T1, T2, R, S>,
    options: RecordOptions<T1 | T2> = {},
  ): Stream<R> {
    const { graph, inputs, keysOf } = this.#place;
    const anyProcess = process as unknown as AnyKeyedCoProcessFunction;
    const spec = { kind: 'keyed-co-process', keysOf, function: anyProcess } as const;
    const node = graph.add({ spec, options, inputs, verb: this.process });
    return new Stream(outputOf(graph, node));
  }
}
