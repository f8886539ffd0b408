/**
 * Owns: the verbs of streams whose records have keys: how those of a key are grouped. What is done with
 * records one by one is told in `keyed-record-stream.ts`.
 * Refuses: to call the user's functions; they go into the graph.
 */
import type { WindowAssigner } from '../model/window-assigner.js';
import type { BroadcastStateDeclarations } from '../model/state-declaration.js';
import { KeyedBroadcastConnectedStream } from './broadcast-connected-stream.js';
import type { BroadcastStream } from './broadcast-stream.js';
import { connectedByKey } from './connected-place.js';
import { KeyedConnectedStreams } from './connected-streams.js';
import { asOfJoin, type AsOfJoin } from './joins/as-of-join.js';
import { IntervalJoin } from './joins/interval-join.js';
import { CoGroupedStreams } from './joins/window-co-group.js';
import { JoinedStreams } from './joins/window-join.js';
import { KeyedRecordStream } from './keyed-record-stream.js';
import { Stream } from './stream.js';
import type { StreamPlace } from './stream-place.js';
import { countEvictor } from './windows/evictors.js';
import { globalWindow } from './windows/global-window.js';
import { countTrigger, purgingTrigger } from './windows/triggers.js';
import { WindowedStream } from './windows/windowed-stream.js';
import { windowsOf } from './windows/windows-of.js';

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
   * The other may be a broadcast one, of which every subtask gets every record.
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
  connect<T2>(other: KeyedStream<K, T2>): KeyedConnectedStreams<K, T, T2>;
  connect<U, B extends BroadcastStateDeclarations>(
    other: BroadcastStream<U, B>,
  ): KeyedBroadcastConnectedStream<K, T, U, B>;
  connect<U, B extends BroadcastStateDeclarations>(
    other: KeyedStream<K, U> | BroadcastStream<U, B>,
  ): KeyedConnectedStreams<K, T, U> | KeyedBroadcastConnectedStream<K, T, U, B> {
    if ('broadcastState' in other) return new KeyedBroadcastConnectedStream(this.place, other);
    return new KeyedConnectedStreams(connectedByKey(this.place, other.place, 'connect'));
  }

  /**
   * Pairs of the same key that are near to each other in time: `between` says how near, `apply` what they
   * become. What is kept is bounded by that interval.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, seconds } from '@millrace/core';
   *
   * const watermarks = boundedOutOfOrderness<number>(0, (at) => at);
   * defineJob('near', (env) => {
   *   const left = env.fromSource(fromArray([5]), { uid: 'left', watermarks }).keyBy(() => 'all');
   *   const right = env.fromSource(fromArray([7]), { uid: 'right', watermarks }).keyBy(() => 'all');
   *   left.intervalJoin(right).between(0, seconds(2)).apply((l, r) => r - l).sinkTo(forEachSink((ms) => console.log(ms)));
   * });
   * ```
   */
  intervalJoin<T2>(other: KeyedStream<K, T2>): IntervalJoin<T, T2> {
    return new IntervalJoin(connectedByKey(this.place, other.place, 'intervalJoin'));
  }

  /**
   * Each record with the newest of the other stream that has the same key and is not later: a price with the
   * rate of its moment. What is kept is one record of the other stream a key, and those of the future.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray } from '@millrace/core';
   *
   * const watermarks = boundedOutOfOrderness<number>(0, (at) => at);
   * defineJob('versions', (env) => {
   *   const calls = env.fromSource(fromArray([5]), { uid: 'calls', watermarks }).keyBy(() => 'all');
   *   const releases = env.fromSource(fromArray([2, 4, 7]), { uid: 'releases', watermarks }).keyBy(() => 'all');
   *   calls.asOfJoin(releases).apply((call, release) => [call, release]).sinkTo(forEachSink((pair) => console.log(pair)));
   * });
   * ```
   */
  asOfJoin<T2>(other: KeyedStream<K, T2>): AsOfJoin<T, T2, T2> {
    return asOfJoin(connectedByKey(this.place, other.place, 'asOfJoin'));
  }

  /**
   * Pairs of the same key that are in one window: `window` says in which, `apply` what they become.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, tumbling } from '@millrace/core';
   *
   * defineJob('pairs', (env) => {
   *   const watermarks = boundedOutOfOrderness<number>(0, (n) => n);
   *   const left = env.fromSource(fromArray([1, 2]), { uid: 'left', watermarks }).keyBy(() => 'all');
   *   const right = env.fromSource(fromArray([3]), { uid: 'right', watermarks }).keyBy(() => 'all');
   *   left.join(right).window(tumbling(10)).apply((l, r) => l * r).sinkTo(forEachSink((n) => console.log(n)));
   * });
   * ```
   */
  join<R>(right: KeyedStream<K, R>): JoinedStreams<K, T, R> {
    return new JoinedStreams(connectedByKey(this.place, right.place, 'join'));
  }

  /**
   * The records of a key that are in one window, those of both sides at once, also where one side has none.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, tumbling } from '@millrace/core';
   *
   * defineJob('alone', (env) => {
   *   const watermarks = boundedOutOfOrderness<number>(0, (n) => n);
   *   const left = env.fromSource(fromArray([1, 2]), { uid: 'left', watermarks }).keyBy((n) => n);
   *   const right = env.fromSource(fromArray([2]), { uid: 'right', watermarks }).keyBy((n) => n);
   *   const alone = left.coGroup(right).window(tumbling(10)).apply((ls, rs) => (rs.length === 0 ? ls : []));
   *   alone.sinkTo(forEachSink((n) => console.log(n)));
   * });
   * ```
   */
  coGroup<R>(right: KeyedStream<K, R>): CoGroupedStreams<K, T, R> {
    return new CoGroupedStreams(connectedByKey(this.place, right.place, 'coGroup'));
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
      ...windowsOf(assigner as WindowAssigner),
      late: [undefined],
    });
  }

  protected streamAt<R>(place: StreamPlace): Stream<R> {
    return new Stream(place);
  }
}
