/**
 * Owns: the co-group of two keyed streams: all records of both sides of a window at once.
 * Refuses: windows without any record, as all windows do.
 *
 * J22. A window with no record of one side fires with none of it. J23, C3. What the function answers is drawn
 *      as there is credit for it.
 */
import type { WindowAssigner } from '../../model/window-assigner.js';
import type { JoinElement, Sides } from '../../model/join-element.js';
import type { WindowOfKey } from '../../model/window-function.js';
import type { ConnectedPlace } from '../connected-place.js';
import type { RecordOptions } from '../operator-options.js';
import type { Stream } from '../stream.js';
import { WindowedSides, windowingOfSides, type WindowingOfSides } from './windowed-sides.js';

/** What the records of a window become: an array, a Set, a generator. */
export type CoGroupFunction<K, L, R, Out> = (
  lefts: readonly L[],
  rights: readonly R[],
  at: WindowOfKey<K>,
) => Iterable<Out>;

/** Two keyed streams on their way to a co-group; which windows it is made in is yet to be said. */
export class CoGroupedStreams<K, L, R> {
  readonly #place: ConnectedPlace;

  constructor(place: ConnectedPlace) {
    this.#place = place;
  }

  /**
   * Groups the records of a key that are in one window. Assigners see a record with its side.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, tumbling } from '@millrace/core';
   *
   * defineJob('both counts', (env) => {
   *   const watermarks = boundedOutOfOrderness<number>(0, (n) => n);
   *   const ins = env.fromSource(fromArray([1, 2]), { uid: 'ins', watermarks }).keyBy(() => 'door');
   *   const outs = env.fromSource(fromArray([3]), { uid: 'outs', watermarks }).keyBy(() => 'door');
   *   const counts = ins.coGroup(outs).window(tumbling(10)).apply((came, went) => [came.length - went.length]);
   *   counts.sinkTo(forEachSink((inside) => console.log(inside)));
   * });
   * ```
   */
  window(assigner: WindowAssigner<JoinElement<L, R>>): WindowCoGroup<K, L, R> {
    return new WindowCoGroup(windowingOfSides(this.#place, assigner));
  }
}

/** A co-group in windows. */
export class WindowCoGroup<K, L, R> extends WindowedSides<K, L, R> {
  /**
   * The function gets the records of both sides of a window, each side in the order in which its records
   * came; one may be empty. It answers what is emitted: a generator is drawn as there is room for it.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, hours, tumbling } from '@millrace/core';
   *
   * const watermarks = boundedOutOfOrderness<{ at: number }>(0, ({ at }) => at);
   * defineJob('unpaid orders', (env) => {
   *   const orders = env.fromSource(fromArray([{ id: 7, at: 1 }]), { uid: 'orders', watermarks });
   *   const payments = env.fromSource(fromArray([{ order: 8, at: 5 }]), { uid: 'payments', watermarks });
   *   const both = orders.keyBy(({ id }) => id).coGroup(payments.keyBy(({ order }) => order));
   *   const unpaid = both.window(tumbling(hours(1))).apply((open, paid) => (paid.length === 0 ? open : []));
   *   unpaid.sinkTo(forEachSink(({ id }) => console.log(id)), { uid: 'print' });
   * });
   * ```
   */
  apply<Out>(
    coGroup: CoGroupFunction<K, L, R, Out>,
    options: RecordOptions<L | R> = {},
  ): Stream<Out> {
    const answer = ({ left, right }: Sides<L, R>, at: WindowOfKey<K>): Iterable<Out> =>
      coGroup(left, right, at);
    return this.answering({ name: 'coGroup', answer, options, verb: this.apply });
  }

  protected again(windowing: WindowingOfSides): this {
    return new WindowCoGroup<K, L, R>(windowing) as this;
  }
}
