/**
 * Owns: the verbs of streams whose records have keys: how those of a key are grouped. What is done with
 * records one by one is told in `keyed-record-stream.ts`.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { WindowAssigner } from '../model/window-assigner.js';
import { connectedByKey } from './connected-place.js';
import { KeyedConnectedStreams } from './connected-streams.js';
import type { StreamPlace } from './exchanged-stream.js';
import { KeyedRecordStream } from './keyed-record-stream.js';
import { Stream } from './stream.js';
import { countEvictor } from './windows/evictors.js';
import { globalWindow } from './windows/global-window.js';
import { countTrigger, purgingTrigger } from './windows/triggers.js';
import { WindowedStream } from './windows/windowed-stream.js';

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
export class KeyedStream<K, T> extends KeyedRecordStream<K, T> {
  /**
   * This stream and another with the same keys, on their way to one function, which keeps state for each key.
   *
   * @example
   * ```ts
   * import { defineJob, forEachSink, fromArray, valueState, type Collector } from '@millrace/core';
   *
   * defineJob('levels', (env) => {
   *   const limits = env.fromSource(fromArray([{ tank: 'a', max: 5 }]), { uid: 'limits' }).keyBy(({ tank }) => tank);
   *   const levels = env.fromSource(fromArray([{ tank: 'a', level: 7 }]), { uid: 'levels' }).keyBy(({ tank }) => tank);
   *   const alarms = levels.connect(limits).process({
   *     state: { max: valueState<number>() },
   *     processElement1: ({ level }, { key, state }, out: Collector<string>) => {
   *       if (level > (state.max.value() ?? Infinity)) out.collect(key);
   *     },
   *     processElement2: ({ max }, { state }) => state.max.update(max),
   *   });
   *   alarms.sinkTo(forEachSink((tank) => console.log(tank)));
   * });
   * ```
   */
  connect<T2>(other: KeyedStream<K, T2>): KeyedConnectedStreams<K, T, T2> {
    return new KeyedConnectedStreams(connectedByKey(this.place, other.place, 'connect'));
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
      place: this.place,
      assigner: assigner as WindowAssigner,
      trigger: assigner.kind === 'fixed' ? assigner.defaultTrigger : undefined,
      evictor: undefined,
      allowedLatenessMs: 0,
      late: undefined,
    });
  }

  protected streamAt<R>(place: StreamPlace): Stream<R> {
    return new Stream(place);
  }
}
