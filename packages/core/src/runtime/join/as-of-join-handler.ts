/**
 * Owns: the as-of join: for each record of the left, the newest of the right that is not later than it.
 * Refuses: to answer before time has come to a record: a newer one of the right could still come.
 *
 * J10. A record of the left is answered when the watermark has come to it, in the order of time, and its
 *     answer has its time. J11, S78. One that comes behind the watermark is late: what it is to be answered
 *     with may be gone. J12, T4. One of the right is late when a newer one is in force for all that is
 *     still to be answered. Among equal times the one that came last is in force. J13. Of the right, the one in force is
 *     kept, and those that come after it; with a tolerance, none that is too old for all that may follow.
 * J14, C3. No more are answered than there is room for: the others stay where they are, and their timer is
 *     set again.
 */
import type { AsOfJoinSpec } from '../../model/graph.js';
import type { Key } from '../../model/key.js';
import type { InputOrdinal } from '../../model/run.js';
import type { KeyId, Namespace } from '../../model/state.js';
import { addSaturating, MAX_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { ElementHandler, HandlerPorts } from '../operator/element-handler.js';
import type { OperatorTimers } from '../operator/operator-timers.js';
import type { RecordErrors } from '../operator/record-errors.js';
import type { Timer } from '../timer/timer-queue.js';
import type { JoinInput } from './join-input.js';
import type { JoinSide } from './join-side.js';
import type { TimedBuffer } from './timed-buffer.js';

export interface AsOfJoinParts {
  readonly spec: AsOfJoinSpec;
  readonly input: JoinInput;
  readonly sides: readonly [JoinSide, JoinSide];
  readonly timers: OperatorTimers;
  /** A record of the left may fail when it is answered, long after it came. */
  readonly errors: RecordErrors;
}

/** What is in force for the records of the left at a time: none is undefined. */
interface Version {
  readonly value: unknown;
  readonly time: Timestamp;
}

/** What the timers of the two sides are told apart by. */
const PROBES: Namespace = 0;
const VERSIONS: Namespace = 1;

export class AsOfJoinHandler implements ElementHandler {
  readonly #parts: AsOfJoinParts;
  #ports!: HandlerPorts;

  constructor(parts: AsOfJoinParts) {
    this.#parts = parts;
  }

  open(ports: HandlerPorts): void {
    this.#ports = ports;
  }

  onElement(value: unknown, timestamp: Timestamp, side: InputOrdinal): undefined {
    const { input } = this.#parts;
    const id = input.enter(value, timestamp, side);
    try {
      const isKept =
        side === 0 ? this.#probe(value, timestamp, id) : this.#version(value, timestamp, id);
      if (!isKept) input.onLate(value, timestamp, side);
    } finally {
      input.leave(id);
    }
  }

  onTimer({ id, time, namespace }: Timer): undefined {
    this.#parts.input.turnTo(id);
    if (namespace === PROBES) this.#answer(id, time);
    this.#forgetOld(id);
  }

  keyAtHand(): Key | undefined {
    return this.#parts.input.keyAtHand();
  }

  metrics(): Readonly<Record<string, number>> {
    return this.#parts.input.metrics();
  }

  #probe(value: unknown, timestamp: Timestamp, id: KeyId): boolean {
    if (timestamp <= this.#ports.currentWatermark()) return false;
    const probes = this.#parts.sides[0].bufferOf(id);
    probes.insert(value, timestamp);
    const isNext = probes.lookAt === undefined || timestamp < probes.lookAt;
    if (isNext) this.#answerAt(timestamp, probes, id);
    return true;
  }

  #version(value: unknown, timestamp: Timestamp, id: KeyId): boolean {
    const watermark = this.#ports.currentWatermark();
    const held = this.#parts.sides[1].find(id);
    // The earliest time that is still to be answered is the next one.
    const inForce = (held?.placeAfter(watermark + 1) ?? 0) - 1;
    if (inForce >= 0 && timestamp < held!.timeAt(inForce)) return false;
    if (this.#usedUntil(timestamp) <= watermark) return false;
    const versions = held ?? this.#parts.sides[1].bufferOf(id);
    versions.insert(value, timestamp);
    this.#forgetOld(id);
    return true;
  }

  /** Answers the records of the left at this time as far as there is room, and is told when to go on. */
  #answer(id: KeyId, time: Timestamp): void {
    const { sides, spec } = this.#parts;
    const [left, right] = sides;
    const probes = left.find(id);
    if (probes === undefined) return;
    const due = probes.placeAfter(time);
    const version = this.#versionAt(right.find(id), time);
    const isDropped = version === undefined && spec.unmatched === 'drop';
    probes.drop(isDropped ? due : this.#emit(probes, due, { value: version?.value, time }));
    if (probes.length === 0) left.forget(id);
    else this.#answerAt(probes.timeAt(0), probes, id);
  }

  /** How many of those due have gone: no more after one that fails, for its side output may be full now. */
  #emit(probes: TimedBuffer, due: number, { value: version, time }: Version): number {
    const { spec, errors, input } = this.#parts;
    const end = Math.min(due, this.#ports.room());
    for (let at = 0; at < end; at++) {
      const probe = probes.valueAt(at);
      let answer: unknown;
      try {
        answer = spec.join(probe, version);
      } catch (cause) {
        errors.failed(cause, { value: probe, timestamp: time, key: input.keyAtHand() });
        return at + 1;
      }
      this.#ports.collect(answer, time);
    }
    return end;
  }

  #versionAt(
    versions: TimedBuffer | undefined,
    time: Timestamp,
  ): { readonly value: unknown } | undefined {
    const place = (versions?.placeAfter(time) ?? 0) - 1;
    if (place < 0 || this.#usedUntil(versions!.timeAt(place)) < time) return undefined;
    return { value: versions!.valueAt(place) };
  }

  #answerAt(time: Timestamp, probes: TimedBuffer, id: KeyId): void {
    const { timers } = this.#parts;
    if (probes.lookAt !== undefined) {
      timers.delete({ id, time: probes.lookAt, namespace: PROBES }, 'event-time');
    }
    probes.lookAt = time;
    timers.registerNext({ id, time, namespace: PROBES }, 'event-time');
  }

  /** The last time at which a version of the right may be an answer. */
  #usedUntil(timestamp: Timestamp): Timestamp {
    return addSaturating(timestamp, this.#parts.spec.toleranceMs);
  }

  /** Forgets the versions that no record of the left can be answered with any more. */
  #forgetOld(id: KeyId): void {
    const [left, right] = this.#parts.sides;
    const versions = right.find(id);
    if (versions === undefined) return;
    const next = left.find(id)?.timeAt(0) ?? Number.POSITIVE_INFINITY;
    // The first time that is still to be answered, or may be.
    const from = Math.min(next, this.#ports.currentWatermark() + 1);
    versions.drop(Math.max(0, versions.placeAfter(from) - 1));
    while (versions.length > 0 && this.#usedUntil(versions.timeAt(0)) < from) versions.drop(1);
    if (versions.length === 0) right.forget(id);
    else this.#forgetAt(versions, id);
  }

  /** Looks again when the newest is in force alone; and with a tolerance, when it is too old. */
  #forgetAt(versions: TimedBuffer, id: KeyId): void {
    const newest = versions.timeAt(versions.length - 1);
    const time = versions.length > 1 ? newest : this.#usedUntil(newest);
    const watermark = this.#ports.currentWatermark();
    const isAwaited = versions.lookAt !== undefined && versions.lookAt > watermark;
    if (isAwaited || time >= MAX_TIMESTAMP) return;
    versions.lookAt = time;
    this.#parts.timers.registerNext({ id, time, namespace: VERSIONS }, 'event-time');
  }
}
