/**
 * Owns: the window join of two keyed streams: a result for each pair of a window.
 * Refuses: pairs that a window fires without: of an empty side nothing comes (S76).
 *
 * J21. Of each firing every pair of left and right is joined once, the left ones in the order in which they
 *      came, and for each of them the right ones. J23, C3. Pairs are made as there is credit for them.
 */
import type { WindowAssigner } from '../../model/window-assigner.js';
import type { JoinElement, Sides } from '../../model/join-element.js';
import type { WindowOfKey } from '../../model/window-function.js';
import type { ConnectedPlace } from '../connected-place.js';
import type { RecordOptions } from '../operator-options.js';
import type { Stream } from '../stream.js';
import { WindowedSides, windowingOfSides, type WindowingOfSides } from './windowed-sides.js';

/** What a pair becomes. */
export type WindowJoinFunction<K, L, R, Out> = (left: L, right: R, at: WindowOfKey<K>) => Out;

/** Two keyed streams on their way to a join; which windows it is made in is yet to be said. */
export class JoinedStreams<K, L, R> {
  readonly #place: ConnectedPlace;

  constructor(place: ConnectedPlace) {
    this.#place = place;
  }

  /**
   * Joins the records of a key that are in one window. Assigners see a record with its side.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, minutes, session } from '@millrace/core';
   *
   * const watermarks = boundedOutOfOrderness<{ at: number }>(0, ({ at }) => at);
   * defineJob('clicks of visits', (env) => {
   *   const shown = env.fromSource(fromArray([{ user: 'ann', at: 0 }]), { uid: 'shown', watermarks });
   *   const clicked = env.fromSource(fromArray([{ user: 'ann', at: 9 }]), { uid: 'clicked', watermarks });
   *   shown
   *     .keyBy(({ user }) => user)
   *     .join(clicked.keyBy(({ user }) => user))
   *     .window(session(minutes(30)))
   *     .apply((view, click) => click.at - view.at, { uid: 'delays' })
   *     .sinkTo(forEachSink((delay) => console.log(delay)), { uid: 'print' });
   * });
   * ```
   */
  window(assigner: WindowAssigner<JoinElement<L, R>>): WindowJoin<K, L, R> {
    return new WindowJoin(windowingOfSides(this.#place, assigner));
  }
}

/** A join in windows. */
export class WindowJoin<K, L, R> extends WindowedSides<K, L, R> {
  /**
   * The function is called for each pair of records of a key in a window, as there is room for what it
   * answers. Results have the window's last timestamp. A window with no record of one side gives none.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, hours, tumbling } from '@millrace/core';
   *
   * const watermarks = boundedOutOfOrderness<{ at: number }>(0, ({ at }) => at);
   * defineJob('paid orders', (env) => {
   *   const orders = env.fromSource(fromArray([{ id: 7, at: 1 }]), { uid: 'orders', watermarks });
   *   const payments = env.fromSource(fromArray([{ order: 7, at: 5, cents: 250 }]), { uid: 'payments', watermarks });
   *   const joined = orders.keyBy(({ id }) => id).join(payments.keyBy(({ order }) => order));
   *   const paid = joined.window(tumbling(hours(1))).apply(({ id }, { cents }) => ({ id, cents }), { uid: 'paid' });
   *   paid.sinkTo(forEachSink(({ id, cents }) => console.log(id, cents)), { uid: 'print' });
   * });
   * ```
   */
  apply<Out>(
    join: WindowJoinFunction<K, L, R, Out>,
    options: RecordOptions<L | R> = {},
  ): Stream<Out> {
    const answer = (sides: Sides<L, R>, at: WindowOfKey<K>): Iterable<Out> =>
      pairs(sides, (left, right) => join(left, right, at));
    return this.answering({ name: 'join', answer, options, verb: this.apply });
  }

  protected again(windowing: WindowingOfSides): this {
    return new WindowJoin<K, L, R>(windowing) as this;
  }
}

function pairs<L, R, Out>(
  { left, right }: Sides<L, R>,
  joined: (left: L, right: R) => Out,
): Iterable<Out> {
  if (left.length === 0 || right.length === 0) return [];
  return product(left, right, joined);
}

function* product<L, R, Out>(
  lefts: readonly L[],
  rights: readonly R[],
  joined: (left: L, right: R) => Out,
): Generator<Out> {
  for (const left of lefts) {
    for (const right of rights) yield joined(left, right);
  }
}
