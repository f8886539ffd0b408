/**
 * Owns: the verbs of streams whose records have keys.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { AggregateFunction } from '../model/aggregate.js';
import type { KeySelector } from '../model/graph.js';
import type { AnyKeyedProcessFunction, KeyedProcessFunction } from '../model/process-function.js';
import type { KeyedStateDeclarations } from '../model/state-declaration.js';
import type { WindowAssigner } from '../model/window-assigner.js';
import type { StreamPlace } from './exchanged-stream.js';
import { mainOutputOf, type NewNode } from './graph-builder.js';
import type { RecordOptions } from './operator-options.js';
import { aggregatingState } from './states.js';
import { Stream } from './stream.js';
import { countEvictor } from './windows/evictors.js';
import { globalWindow } from './windows/global-window.js';
import { countTrigger, purgingTrigger } from './windows/triggers.js';
import { WindowedStream } from './windows/windowed-stream.js';

/** A place in the graph to which records get by their key. */
export interface KeyedPlace extends StreamPlace {
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

  constructor(place: KeyedPlace) {
    this.#place = place;
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
    const { graph, inputs, keyOf } = this.#place;
    const reducing = reduce as (reduced: unknown, value: unknown) => unknown;
    const spec = { kind: 'reduce', keyOf, reduce: reducing } as const;
    const node = graph.add({ spec, options, inputs, verb: this.reduce });
    return new Stream({ graph, inputs: [mainOutputOf(node)] });
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
   * Groups the records of each key by their number: a result for each `size` of them, or, with a slide, for
   * each `slide` of them over the last `size`. What is left at the end is dropped (W12).
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, type Collector } from '@millrace/core';
   *
   * defineJob('tens', (env) => {
   *   const sales = env.fromSource(fromArray([{ shop: 'north', cents: 250 }]), { uid: 'sales' });
   *   const tens = sales.keyBy(({ shop }) => shop).countWindow(10);
   *   tens.process((ten, { key }, out: Collector<string>) => out.collect(`${key}: ${ten.length}`)).sinkTo(forEachSink((each) => console.log(each)));
   * });
   * ```
   */
  countWindow(size: number, slide?: number): WindowedStream<K, T> {
    const windows = this.window(globalWindow());
    if (slide === undefined) return windows.trigger(purgingTrigger(countTrigger(size)));
    return windows.trigger(countTrigger(slide)).evictor(countEvictor(size));
  }

  /**
   * Groups the records of each key by time.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, hours, session, minutes } from '@millrace/core';
   *
   * defineJob('visits', (env) => {
   *   const clicks = env.fromSource(fromArray([0, 5]), { watermarks: boundedOutOfOrderness(hours(1), (at) => at) });
   *   clicks.keyBy(() => 'all').window(session(minutes(30))).reduce((_, last) => last).sinkTo(forEachSink(({ value }) => console.log(value)));
   * });
   * ```
   */
  window(assigner: WindowAssigner<T>): WindowedStream<K, T> {
    return new WindowedStream({
      place: this.#place,
      assigner: assigner as WindowAssigner,
      trigger: assigner.kind === 'fixed' ? assigner.defaultTrigger : undefined,
      evictor: undefined,
      allowedLatenessMs: 0,
      late: undefined,
    });
  }

  #process<R, S extends KeyedStateDeclarations>(
    process: KeyedProcessFunction<K, T, R, S>,
    called: Pick<NewNode, 'options' | 'verb'>,
  ): Stream<R> {
    const { graph, inputs, keyOf } = this.#place;
    const anyProcess = process as unknown as AnyKeyedProcessFunction;
    const spec = { kind: 'keyed-process', keyOf, function: anyProcess } as const;
    return new Stream({ graph, inputs: [mainOutputOf(graph.add({ spec, inputs, ...called }))] });
  }
}

/** The running aggregate of a key. */
export interface KeyedResult<K, Out> {
  readonly key: K;
  readonly value: Out;
}
