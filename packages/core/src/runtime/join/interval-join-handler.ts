/**
 * Owns: the interval join: for each record, those of the other side whose time is near enough to its own.
 * Refuses: pairs whose time has passed: who comes after would find them late.
 *
 * J1. A pair of left and right is made once, when the second of them comes, if
 *     left + lower <= right <= left + upper. Its time is that of the later of the two. J2. A pair behind the
 *     watermark is not made. J3, T4. A record is late when every pair that it could be in is behind the
 *     watermark: then it is of no use to anybody. J4. A record is kept until then and no longer: when its key
 *     comes again, and by one timer a key and side otherwise. J5, C3. What there is credit for goes at once;
 *     more pairs are drawn as credit comes.
 */
import type { IntervalJoinSpec } from '../../model/graph.js';
import type { Key } from '../../model/key.js';
import type { InputOrdinal } from '../../model/run.js';
import { VOID_NAMESPACE, type KeyId } from '../../model/state.js';
import { addSaturating, type Milliseconds, type Timestamp } from '../../model/time.js';
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
  #ports!: HandlerPorts;
  #pairs: PairIterator | undefined;

  constructor(parts: IntervalJoinParts) {
    const { lowerMs, upperMs } = parts.spec;
    this.#parts = parts;
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
    try {
      const watermark = this.#ports.currentWatermark();
      const keptUntil = this.#keptUntil(timestamp, side);
      if (timestamp <= watermark && keptUntil <= watermark) {
        input.onLate(value, timestamp, side);
        return undefined;
      }
      if (keptUntil > watermark) this.#keep(value, timestamp, { id, side });
      const others = sides[other(side)].find(id);
      if (others === undefined) return undefined;
      others.drop(others.placeAfter(this.#goneUntil(watermark, other(side))));
      return this.#pair(value, timestamp, { side, others });
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
    this.#lookAt(id, 0, time);
    this.#lookAt(id, 1, time);
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

  #keep(
    value: unknown,
    timestamp: Timestamp,
    { id, side }: { readonly id: KeyId; readonly side: InputOrdinal },
  ): void {
    const buffer = this.#parts.sides[side].bufferOf(id);
    buffer.insert(value, timestamp);
    if (buffer.lookAt === undefined) this.#lookLater(buffer, id, side);
  }

  #pair(
    value: unknown,
    timestamp: Timestamp,
    { side, others }: { readonly side: InputOrdinal; readonly others: TimedBuffer },
  ): Iterator<unknown> | undefined {
    const { from, to } = this.#reach[side];
    const watermark = this.#ports.currentWatermark();
    const earliest =
      timestamp > watermark ? timestamp + from : Math.max(timestamp + from, watermark + 1);
    const first = others.placeFrom(earliest);
    const end = others.placeAfter(timestamp + to);
    if (end <= first) return undefined;
    const { join } = this.#parts.spec;
    const joined =
      side === 0 ? (each: unknown) => join(value, each) : (each: unknown) => join(each, value);
    if (end - first > this.#ports.room()) {
      this.#pairs = new PairIterator({ joined, timestamp, others, first, end });
      return this.#pairs;
    }
    for (let at = first; at < end; at++) {
      this.#ports.collect(joined(others.valueAt(at)), Math.max(timestamp, others.timeAt(at)));
    }
    return undefined;
  }

  /** Forgets what is of no use any more, and looks again when the newest of the rest will be. */
  #lookAt(id: KeyId, side: InputOrdinal, time: Timestamp): void {
    const buffer = this.#parts.sides[side].find(id);
    if (buffer?.lookAt === undefined || buffer.lookAt > time) return;
    const watermark = this.#ports.currentWatermark();
    buffer.drop(buffer.placeAfter(this.#goneUntil(watermark, side)));
    if (buffer.length === 0) this.#parts.sides[side].forget(id);
    else this.#lookLater(buffer, id, side);
  }

  #lookLater(buffer: TimedBuffer, id: KeyId, side: InputOrdinal): void {
    const time = this.#keptUntil(buffer.timeAt(buffer.length - 1), side);
    buffer.lookAt = time;
    this.#parts.timers.registerNext({ id, time, namespace: VOID_NAMESPACE }, 'event-time');
  }
}

function other(side: InputOrdinal): InputOrdinal {
  return side === 0 ? 1 : 0;
}
