/**
 * Owns: `asyncMap`: which records are called for, and when.
 * Refuses: to wait: it is stepped, and what answers meanwhile comes as mail (E1, E2). What leaves, and in
 *     which order, is `async-output.ts`.
 *
 * A3. One call at a time for each key. A9. At most `capacity` records have a call or its answer; beside
 *     them waits at most the run that it was given. A10. The end of time waits for every call.
 */
import { watermark, type WatermarkStatus } from '../../model/element.js';
import type { Run } from '../../model/run.js';
import type { OperatorSnapshot, RestoredSnapshots, SnapshotContext } from '../../model/snapshot.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import { WaitingValues } from '../channel/waiting-values.js';
import { recordKey } from '../operator/keyed-records.js';
import type { FanOut, Output } from '../operator/operator.js';
import { AsyncCall } from './async-call.js';
import { AsyncCaller } from './async-caller.js';
import { AsyncOutput } from './async-output.js';
import type { AsyncOperatorParts } from './async-parts.js';
import { readHeld, writeHeld } from './async-snapshot.js';
import { HeldElements } from './held-elements.js';
import { KeyLanes } from './key-lanes.js';
import type { HeldControl } from './segment.js';

export class AsyncOperator implements FanOut<unknown, unknown> {
  readonly name: string;
  readonly #parts: AsyncOperatorParts;
  readonly #caller: AsyncCaller;
  readonly #held: HeldElements;
  readonly #out: AsyncOutput;
  /** Records that were taken beyond the capacity. */
  readonly #waiting = new WaitingValues<AsyncCall>();
  /** Only where results leave in the order of each key. */
  readonly #lanes: KeyLanes | undefined;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #recordsIn = 0;
  #called = 0;

  constructor(parts: AsyncOperatorParts) {
    const { spec } = parts;
    this.#parts = parts;
    this.name = spec.name;
    this.#held = new HeldElements(spec.order);
    this.#out = new AsyncOutput(parts, this.#held);
    this.#lanes = spec.order === 'key' ? new KeyLanes() : undefined;
    const calls = (): Iterable<AsyncCall> => this.#held.calls();
    const onDone = (call: AsyncCall): void => this.#beginAll(this.#done(call));
    this.#caller = new AsyncCaller({ ...parts, calls, onDone });
  }

  open(output: Output<unknown>): void {
    this.#out.open(output);
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    this.#out.begin();
    for (let at = 0; at < run.length; at++) {
      const call = new AsyncCall(run.values[at], run.timestamps[at]!);
      this.#held.addCall(call);
      if (this.#waiting.length === 0 && this.#hasCapacity()) this.#admit(call);
      else this.#waiting.push(call);
    }
    this.#work();
    this.#out.flush();
  }

  onWatermark(timestamp: Timestamp): void {
    // After a restore, a source that begins anew says again what has been said.
    if (timestamp <= this.#watermark) return;
    this.#watermark = timestamp;
    this.#hold(watermark(timestamp));
  }

  holdWatermarkStatus(status: WatermarkStatus): void {
    this.#hold(status);
  }

  onEnd(): void {
    // The end of time has gone behind the last answer.
  }

  dispose(): void {
    this.#caller.dispose();
    this.#out.dispose();
  }

  pending(): boolean {
    if (this.#waiting.length > 0 || this.#out.waits()) return true;
    return this.#watermark === MAX_TIMESTAMP && !this.#held.isEmpty();
  }

  waitsFor(): 'credit' | 'calls' {
    return this.#out.waits() ? 'credit' : 'calls';
  }

  holdsRecords(): boolean {
    return !this.#held.isEmpty();
  }

  resume(): boolean {
    const flushed = this.#out.begin();
    if (this.#out.isParked()) return flushed;
    const drained = this.#out.drain();
    const worked = this.#work();
    this.#out.flush();
    return flushed || drained || worked;
  }

  snapshot(context: SnapshotContext): OperatorSnapshot {
    const contents = { watermark: this.#watermark, ...this.#out.waiting() };
    const elements = [...this.#held.elements()];
    return {
      keyed: new Map(),
      subtask: writeHeld({ contents, elements }, context, this.name),
    };
  }

  /** Before it opens. What was held is called for again, in the order in which it came. */
  restore(restored: RestoredSnapshots, context: SnapshotContext): void {
    const { contents, elements } = readHeld(restored, context, this.#parts.subtaskOfRecord);
    this.#watermark = contents.watermark;
    for (const element of elements) {
      if (element.kind === 'call') {
        this.#held.addCall(element);
        this.#waiting.push(element);
      } else this.#held.addControl(element);
    }
    this.#out.restore(contents);
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      ...this.#out.metrics(),
      currentInputWatermark: this.#watermark,
      ...this.#caller.metrics(),
    };
  }

  #hold(control: HeldControl): void {
    this.#held.addControl(control);
    this.#out.begin();
    this.#work();
    this.#out.flush();
  }

  /** Calls and emits in turn, as far as both go; true when that was some way. */
  #work(): boolean {
    for (let worked = false; ; worked = true) {
      const called = this.#call();
      if (!this.#out.emit() && !called) return worked;
    }
  }

  #call(): boolean {
    const before = this.#called;
    while (this.#waiting.length > 0 && this.#hasCapacity()) this.#admit(this.#waiting.shift());
    return this.#called > before;
  }

  #hasCapacity(): boolean {
    return this.#called - this.#out.callsLeft() < this.#parts.spec.capacity;
  }

  #admit(call: AsyncCall): void {
    this.#called += 1;
    call.kept = this.#parts.copyOf(call.value);
    if (this.#mayBegin(call)) this.#beginAll(call);
  }

  /** Whether no call of its key is before it. A record without a key has failed. */
  #mayBegin(call: AsyncCall): boolean {
    if (this.#lanes === undefined) return true;
    try {
      call.key = recordKey(this.#parts.spec.keyOf!, call.value, this.name);
    } catch (cause) {
      call.end('error', cause);
      this.#done(call);
      return false;
    }
    return this.#lanes.enter(call);
  }

  /** A call, and those of its key behind it as long as they are done at once. */
  #beginAll(first: AsyncCall | undefined): void {
    let call = first;
    while (call !== undefined && this.#caller.begin(call)) call = this.#done(call);
  }

  /** Answers the call that may begin now. */
  #done(call: AsyncCall): AsyncCall | undefined {
    this.#out.onDone(call);
    return call.key === undefined ? undefined : this.#lanes?.next(call);
  }
}
