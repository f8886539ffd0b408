/**
 * Owns: the words of an as-of join: how old what is joined may be, what becomes of a record without any, and
 *     where late records go.
 * Refuses: to join; `runtime/join` does.
 */
import { MillraceError } from '../../model/error.js';
import type { AsOfJoinSpec } from '../../model/graph.js';
import type { OutputTag } from '../../model/output-tag.js';
import type { Milliseconds } from '../../model/time.js';
import type { ConnectedPlace } from '../connected-place.js';
import type { RecordOptions } from '../operator-options.js';
import { Stream } from '../stream.js';
import { outputOf } from '../stream-place.js';

interface AsOfJoinParts extends Pick<AsOfJoinSpec, 'toleranceMs' | 'unmatched' | 'late'> {
  readonly place: ConnectedPlace;
}

/** Each record of the left on its way to the newest of the right that is not later. */
export class AsOfJoin<L, R, Found> {
  readonly #parts: AsOfJoinParts;

  constructor(parts: AsOfJoinParts) {
    this.#parts = parts;
  }

  /** A record of the right that is older by more than this is none. Default: any age will do. */
  within(toleranceMs: Milliseconds): AsOfJoin<L, R, Found> {
    if (!Number.isSafeInteger(toleranceMs) || toleranceMs < 0) throw toleranceInvalid(toleranceMs);
    return new AsOfJoin({ ...this.#parts, toleranceMs });
  }

  /** Records of the left for which there is none of the right are joined with `undefined`. Default: they go. */
  keepUnmatched(): AsOfJoin<L, R, R | undefined> {
    return new AsOfJoin({ ...this.#parts, unmatched: 'join' });
  }

  /** Where records of the left go that come when time has passed them. */
  sideOutputLeftLateData(tag: OutputTag<L>): AsOfJoin<L, R, Found> {
    const { late } = this.#parts;
    return new AsOfJoin({ ...this.#parts, late: [tag as OutputTag<unknown>, late[1]] });
  }

  /** Where records of the right go that come when newer ones have taken their place. */
  sideOutputRightLateData(tag: OutputTag<R>): AsOfJoin<L, R, Found> {
    const { late } = this.#parts;
    return new AsOfJoin({ ...this.#parts, late: [late[0], tag as OutputTag<unknown>] });
  }

  /**
   * What each record of the left becomes. It keeps its timestamp, and comes out when time has come to it.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, hours } from '@millrace/core';
   *
   * interface Order { readonly currency: string; readonly amount: number; readonly at: number }
   * interface Rate { readonly currency: string; readonly euros: number; readonly at: number }
   * defineJob('in euros', (env) => {
   *   const orders = env.fromSource(fromArray<Order>([{ currency: 'DKK', amount: 100, at: 20 }]), {
   *     uid: 'orders',
   *     watermarks: boundedOutOfOrderness(0, ({ at }) => at),
   *   });
   *   const rates = env.fromSource(fromArray<Rate>([{ currency: 'DKK', euros: 0.134, at: 10 }]), {
   *     uid: 'rates',
   *     watermarks: boundedOutOfOrderness(0, ({ at }) => at),
   *   });
   *   orders
   *     .keyBy(({ currency }) => currency)
   *     .asOfJoin(rates.keyBy(({ currency }) => currency))
   *     .within(hours(24))
   *     .apply((order, rate) => order.amount * rate.euros, { uid: 'euros' })
   *     .sinkTo(forEachSink((euros) => console.log(euros)), { uid: 'print' });
   * });
   * ```
   */
  apply<Out>(
    join: (left: L, right: Found) => Out,
    options: RecordOptions<L | R> = {},
  ): Stream<Out> {
    const { place, ...how } = this.#parts;
    const { graph, inputs, keysOf } = place;
    const joining = join as AsOfJoinSpec['join'];
    const spec = { kind: 'as-of-join', keysOf, join: joining, ...how } as const;
    const node = graph.add({ spec, options, inputs, verb: this.apply });
    return new Stream(outputOf(graph, node));
  }
}

/** Any age, and nothing for who finds nothing. */
export function asOfJoin<L, R>(place: ConnectedPlace): AsOfJoin<L, R, R> {
  const toleranceMs = Number.MAX_SAFE_INTEGER;
  return new AsOfJoin({ place, toleranceMs, unmatched: 'drop', late: [undefined, undefined] });
}

function toleranceInvalid(toleranceMs: unknown): MillraceError {
  const sentence = `within(${String(toleranceMs)}) is no tolerance; give a whole number of milliseconds, 0 or more`;
  return new MillraceError('INTERVAL_INVALID', sentence);
}
