/**
 * Owns: the interval join: for each record, those of the other side whose time is near enough to its own.
 * Refuses: pairs whose time has passed: who comes after would find them late.
 *
 * J1. A pair of left and right is made once, when the second of them comes, if
 *     left + lower <= right <= left + upper. Its time is that of the later of the two. J2. A pair behind the
 *     watermark is not made. J3, T4. A record is late when every pair that it could be in is behind the
 *     watermark: then it is of no use to anybody. J4. A record is kept until then. It goes when its key
 *     comes again by the other side, or by a timer: the first is exact; of a key that goes on, later ones are
 *     set to common times two intervals apart, so that they cost less than what they free. J5, C3. What there
 *     is credit for goes at once; more pairs are drawn as credit comes.
 */
import type { IntervalJoinSpec } from '../../model/graph.js';
import type { Key } from '../../model/key.js';
import type { InputOrdinal } from '../../model/run.js';
import { VOID_NAMESPACE, type KeyId } from '../../model/state.js';
import {
  addSaturating,
  MAX_TIMESTAMP,
  type Milliseconds,
  type Timestamp,
} from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import type { OperatorTimers } from '../operator/operator-timers.js';
import type { Timer } from '../timer/timer-queue.js';
import type { JoinInput } from './join-input.js';
import type { JoinSide } from './join-side.js';
import { PairIterator } from './pair-iterator.js';
import type { TimedBuffer } from './timed-buffer.js';

export interface IntervalJoinParts {
  readonly spec: IntervalJoinSpec;
  readonly input: JoinInput;
  readonly sides: readonly [JoinSide, JoinSide];
  readonly timers: OperatorTimers;
}

/** How far from a record of this side those of the other may be, before and after it. */
interface Reach {
  readonly from: Milliseconds;
  readonly to: Milliseconds;
}

export class IntervalJoinHandler implements ElementHandler {
  readonly #parts: IntervalJoinParts;
  /** By side. What a record reaches after itself is for how long it is kept. */
  readonly #reach: readonly [Reach, Reach];
  readonly #lookEveryMs: Milliseconds;
  #ports!: HandlerPorts;
  /** Of the record or timer at hand. */
  #id: KeyId = -1;
  #side: InputOrdinal = 0;
  #pairs: PairIterator | undefined;

  constructor(parts: IntervalJoinParts) {
    const { lowerMs, upperMs } = parts.spec;
    this.#parts = parts;
    this.#lookEveryMs = 2 * Math.max(1, upperMs - lowerMs);
    this.#reach = [
      { from: lowerMs, to: upperMs },
      { from: -upperMs, to: -lowerMs },
    ];
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  onElement(
    value: unknown,
    timestamp: Timestamp,
    side: InputOrdinal,
  ): Iterator<unknown> | undefined {
    const { input, sides } = this.#parts;
    const id = input.enter(value, timestamp, side);
    this.#id = id;
    this.#side = side;
    try {
      const watermark = this.#ports.currentWatermark();
      const keptUntil = this.#keptUntil(timestamp, side);
      if (timestamp <= watermark && keptUntil <= watermark) {
        input.onLate(value, timestamp, side);
        return undefined;
      }
      const others = sides[other(side)].find(id);
      if (keptUntil > watermark) this.#keep(sides[side].bufferOf(id), value, timestamp);
      if (others === undefined) return undefined;
      others.dropUntil(this.#goneUntil(watermark, other(side)));
      return this.#pair(others, value, timestamp);
    } finally {
      input.leave(id);
    }
  }

  /** Of the pair that was drawn last. */
  timestampOfAnswer(): Timestamp {
    return this.#pairs!.timestamp;
  }

  onTimer({ id, time }: Timer): undefined {
    this.#parts.input.turnTo(id);
    this.#id = id;
    this.#lookAt(0, time);
    this.#lookAt(1, time);
  }

  keyAtHand(): Key | undefined {
    return this.#parts.input.keyAtHand();
  }

  metrics(): Readonly<Record<string, number>> {
    return this.#parts.input.metrics();
  }

  #keptUntil(timestamp: Timestamp, side: InputOrdinal): Timestamp {
    return addSaturating(timestamp, this.#reach[side].to);
  }

  /** Records of a side up to this time are of no use any more. */
  #goneUntil(watermark: Timestamp, side: InputOrdinal): Timestamp {
    return addSaturating(watermark, -this.#reach[side].to);
  }

  #keep(buffer: TimedBuffer, value: unknown, timestamp: Timestamp): void {
    buffer.insert(value, timestamp);
    if (buffer.lookAt === undefined) this.#lookAtEnd(buffer, this.#side, 1);
  }

  #pair(others: TimedBuffer, value: unknown, timestamp: Timestamp): Iterator<unknown> | undefined {
    const { from, to } = this.#reach[this.#side];
    const watermark = this.#ports.currentWatermark();
    const earliest =
      timestamp > watermark ? timestamp + from : Math.max(timestamp + from, watermark + 1);
    const latest = timestamp + to;
    const length = others.length;
    let at = others.placeFrom(earliest);
    for (let room = this.#ports.room(); at < length; at++, room--) {
      const time = others.timeAt(at);
      if (time > latest) return undefined;
      if (room === 0) break;
      this.#ports.collect(this.#joined(value, others.valueAt(at)), Math.max(timestamp, time));
    }
    if (at === length) return undefined;
    const joined = (each: unknown): unknown => this.#joined(value, each);
    const places = { first: at, end: others.placeAfter(latest) };
    this.#pairs = new PairIterator({ joined, timestamp, others, ...places });
    return this.#pairs;
  }

  /** Of the record at hand with one of the other side. */
  #joined(value: unknown, each: unknown): unknown {
    const { join } = this.#parts.spec;
    return this.#side === 0 ? join(value, each) : join(each, value);
  }

  /** Forgets what is of no use any more, and looks again when the newest of the rest has gone. */
  #lookAt(side: InputOrdinal, time: Timestamp): void {
    const kept = this.#parts.sides[side];
    const buffer = kept.find(this.#id);
    if (buffer?.lookAt === undefined || buffer.lookAt > time) return;
    buffer.dropUntil(this.#goneUntil(this.#ports.currentWatermark(), side));
    if (buffer.length === 0) kept.forget(this.#id);
    else this.#lookAtEnd(buffer, side, this.#lookEveryMs);
  }

  /** Of a key that goes on, both sides and many keys have one time, and so one timer a key (T5). */
  #lookAtEnd(buffer: TimedBuffer, side: InputOrdinal, everyMs: Milliseconds): void {
    const end = this.#keptUntil(buffer.timeAt(buffer.length - 1), side);
    const time = Math.min(Math.ceil(end / everyMs) * everyMs, MAX_TIMESTAMP);
    buffer.lookAt = time;
    const timer = { id: this.#id, time, namespace: VOID_NAMESPACE };
    this.#parts.timers.registerNext(timer, 'event-time');
  }
}

function other(side: InputOrdinal): InputOrdinal {
  return side === 0 ? 1 : 0;
}
