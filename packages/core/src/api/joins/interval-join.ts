/**
 * Owns: the words of an interval join: what is near enough, where late records go, what a pair becomes.
 * Refuses: to join; `runtime/join` does.
 */
import { MillraceError } from '../../model/error.js';
import type { IntervalJoinSpec, LateOfSides } from '../../model/graph.js';
import type { OutputTag } from '../../model/output-tag.js';
import type { Milliseconds } from '../../model/time.js';
import type { ConnectedPlace } from '../connected-place.js';
import type { RecordOptions } from '../operator-options.js';
import { Stream } from '../stream.js';
import { outputOf } from '../stream-place.js';

/** Two streams with the same keys, before it is said how near in time their records must be. */
export class IntervalJoin<L, R> {
  readonly #place: ConnectedPlace;

  constructor(place: ConnectedPlace) {
    this.#place = place;
  }

  /**
   * A record of the right is near enough if it comes from `lowerMs` to `upperMs` after the one of the left, both
   * included; a negative number is before it.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, minutes } from '@millrace/core';
   *
   * interface Seen { readonly ad: string; readonly at: number }
   * const watermarks = boundedOutOfOrderness<Seen>(minutes(1), ({ at }) => at);
   * defineJob('clicks of views', (env) => {
   *   const views = env.fromSource(fromArray([{ ad: 'a', at: 0 }]), { uid: 'views', watermarks });
   *   const clicks = env.fromSource(fromArray([{ ad: 'a', at: 9 }]), { uid: 'clicks', watermarks });
   *   views
   *     .keyBy(({ ad }) => ad)
   *     .intervalJoin(clicks.keyBy(({ ad }) => ad))
   *     .between(0, minutes(5))
   *     .apply((view, click) => ({ ad: view.ad, afterMs: click.at - view.at }), { uid: 'clicked' })
   *     .sinkTo(forEachSink((clicked) => console.log(clicked)), { uid: 'print' });
   * });
   * ```
   */
  between(lowerMs: Milliseconds, upperMs: Milliseconds): IntervalJoined<L, R> {
    if (!Number.isSafeInteger(lowerMs) || !Number.isSafeInteger(upperMs) || lowerMs > upperMs) {
      throw intervalInvalid(`between(${String(lowerMs)}, ${String(upperMs)})`);
    }
    return new IntervalJoined({
      place: this.#place,
      lowerMs,
      upperMs,
      late: [undefined, undefined],
    });
  }
}

interface IntervalJoinedParts extends Pick<IntervalJoinSpec, 'lowerMs' | 'upperMs'> {
  readonly place: ConnectedPlace;
  readonly late: LateOfSides;
}

/** Two streams whose records meet when they are near enough in time. */
export class IntervalJoined<L, R> {
  readonly #parts: IntervalJoinedParts;

  constructor(parts: IntervalJoinedParts) {
    const { lowerMs, upperMs } = parts;
    if (lowerMs > upperMs) throw intervalInvalid('an interval without its bounds');
    this.#parts = parts;
  }

  /** The lower bound itself is too near. */
  lowerBoundExclusive(): IntervalJoined<L, R> {
    return new IntervalJoined({ ...this.#parts, lowerMs: this.#parts.lowerMs + 1 });
  }

  /** The upper bound itself is too far. */
  upperBoundExclusive(): IntervalJoined<L, R> {
    return new IntervalJoined({ ...this.#parts, upperMs: this.#parts.upperMs - 1 });
  }

  /** Where records of the left go that come when nothing can be joined with them in time. */
  sideOutputLeftLateData(tag: OutputTag<L>): IntervalJoined<L, R> {
    const { late } = this.#parts;
    return new IntervalJoined({ ...this.#parts, late: [tag as OutputTag<unknown>, late[1]] });
  }

  /** Where records of the right go that come when nothing can be joined with them in time. */
  sideOutputRightLateData(tag: OutputTag<R>): IntervalJoined<L, R> {
    const { late } = this.#parts;
    return new IntervalJoined({ ...this.#parts, late: [late[0], tag as OutputTag<unknown>] });
  }

  /**
   * What each pair becomes. It has the timestamp of the later of the two, and comes out when that one does.
   *
   * @example
   * ```ts
   * import { boundedOutOfOrderness, defineJob, forEachSink, fromArray, outputTag } from '@millrace/core';
   *
   * const watermarks = boundedOutOfOrderness<number>(0, (at) => at);
   * const late = outputTag<number>('late');
   * defineJob('pairs', (env) => {
   *   const left = env.fromSource(fromArray([5]), { uid: 'left', watermarks }).keyBy(() => 'all');
   *   const right = env.fromSource(fromArray([2, 3, 7]), { uid: 'right', watermarks }).keyBy(() => 'all');
   *   const pairs = left.intervalJoin(right).between(-2, 1).sideOutputLeftLateData(late).apply((l, r) => [l, r]);
   *   pairs.sinkTo(forEachSink((pair) => console.log(pair)), { uid: 'print' });
   *   pairs.getSideOutput(late).sinkTo(forEachSink((at) => console.log('late', at)), { uid: 'late' });
   * });
   * ```
   */
  apply<Out>(join: (left: L, right: R) => Out, options: RecordOptions<L | R> = {}): Stream<Out> {
    const { place, lowerMs, upperMs, late } = this.#parts;
    const { graph, inputs, keysOf } = place;
    const joining = join as IntervalJoinSpec['join'];
    const spec = { kind: 'interval-join', keysOf, lowerMs, upperMs, join: joining, late } as const;
    const node = graph.add({ spec, options, inputs, verb: this.apply });
    return new Stream(outputOf(graph, node));
  }
}

function intervalInvalid(what: string): MillraceError {
  const sentence = `${what} holds nothing; give two whole numbers of milliseconds, the lower first, and leave something between them`;
  return new MillraceError('INTERVAL_INVALID', sentence);
}
