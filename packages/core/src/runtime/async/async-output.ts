/**
 * Owns: how answers leave: in which order, as far as credit goes, and what becomes of records without one.
 * Refuses: to know who calls.
 *
 * A2. Watermarks and statuses leave when no record stands before them. C3. Nothing leaves without credit;
 *     iterables are drawn by credit. E4. A step lets so many records leave. E6. A failure names the key.
 */
import type { Timestamp } from '../../model/time.js';
import { onBehalfOf } from '../operator/failure.js';
import { iteratorOf } from '../operator/iterable-answer.js';
import type { Output } from '../operator/operator.js';
import { ParkedOutput } from '../operator/parked-output.js';
import { PendingAnswer } from '../operator/pending-answer.js';
import type { RecordAtHand } from '../operator/record-errors.js';
import type { SideOutput } from '../operator/side-output.js';
import type { SubtaskContents } from '../operator/subtask-snapshot.js';
import type { AsyncCall } from './async-call.js';
import type { AsyncOperatorParts } from './async-parts.js';
import type { HeldElements } from './held-elements.js';
import type { HeldControl } from './segment.js';

/** What waits for credit, as a snapshot has it. */
export type WaitingOutput = Pick<SubtaskContents, 'parked' | 'sides'>;

export class AsyncOutput {
  readonly #parts: AsyncOperatorParts;
  readonly #held: HeldElements;
  readonly #sides: readonly SideOutput[];
  readonly #parked: ParkedOutput;
  readonly #answer = new PendingAnswer();
  #output!: Output<unknown>;
  #callsLeft = 0;
  /** How many records may leave before the step ends, which is to be short (L1). */
  #allowance = 0;

  constructor(parts: AsyncOperatorParts, held: HeldElements) {
    this.#parts = parts;
    this.#held = held;
    this.#sides = [...parts.sides.values()];
    this.#parked = new ParkedOutput(parts.limits);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
    this.#parked.open(output);
  }

  dispose(): void {
    onBehalfOf(this.#parts.spec.name, () => this.#answer.close());
  }

  /** How many calls have left, with a result or without. */
  callsLeft(): number {
    return this.#callsLeft;
  }

  onDone(call: AsyncCall): void {
    // At once, and not when it is its turn: a call before it may never come to an end.
    if (call.outcome === 'error' && this.#parts.spec.onError === 'fail') this.#failed(call);
    this.#held.onDone(call);
  }

  /** A step begins; true when something went that waited for credit. */
  begin(): boolean {
    this.#allowance = this.#parts.limits.runRecordsMax;
    return this.flush();
  }

  /** Whether something waits here and not for a call. */
  waits(): boolean {
    return this.#answer.isThere() || this.#held.next() !== undefined || this.isParked();
  }

  isParked(): boolean {
    return this.#parked.parked() > 0 || this.#sides.some((side) => side.parked() > 0);
  }

  /** Emits what was gathered and parked, as far as credit goes; true when something went. */
  flush(): boolean {
    let flushed = this.#parked.flush();
    for (const side of this.#sides) flushed = side.flush() || flushed;
    return flushed;
  }

  /** True when some was drawn of what the last call has answered. */
  drain(): boolean {
    try {
      return this.#answer.drain(this.#hasRoom, this.#collect);
    } catch (cause) {
      this.#parts.errors.failed(cause, this.#answer.record());
      return true;
    }
  }

  /** Emits what may leave, as far as credit goes; true when something left. */
  emit(): boolean {
    let emitted = false;
    for (let next; !this.#answer.isThere() && (next = this.#held.next()) !== undefined;) {
      if (!(next.kind === 'call' ? this.#emitCall(next) : this.#emitControl(next))) break;
      emitted = true;
    }
    return emitted;
  }

  /** What waits; of an answer that is half drawn the rest is drawn for it (K3). */
  waiting(): WaitingOutput {
    this.#parkAnswer();
    const sides = [...this.#parts.sides].map(([tag, side]) => [tag, side.waiting()] as const);
    return { parked: this.#parked.waiting(), sides: new Map(sides) };
  }

  restore({ parked, sides }: WaitingOutput): void {
    this.#parked.restore(parked);
    for (const [tag, records] of sides) this.#parts.sides.get(tag)?.restore(records);
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsOut: this.#parked.recordsOut(),
      numRecordsInErrors: this.#parts.errors.count(),
    };
  }

  #emitCall(call: AsyncCall): boolean {
    if (!this.#hasRoom()) return false;
    this.#held.take(call);
    this.#callsLeft += 1;
    if (call.outcome === 'error') this.#failed(call);
    else if (this.#parts.spec.kind === 'async-map') this.#collect(call.result, call.timestamp);
    else this.#emitAll(call);
    return true;
  }

  /** Of an empty answer nothing leaves, and its place is free. */
  #emitAll(call: AsyncCall): void {
    const { result } = call;
    // Nearly always a short array: no iterator for it.
    if (Array.isArray(result) && result.length <= this.#parked.room()) {
      for (const each of result as unknown[]) this.#collect(each, call.timestamp);
      return;
    }
    try {
      const iterator = iteratorOf(result, 'asyncFlatMap', this.#parts.spec.name);
      this.#answer.begin(iterator, this.#recordOf(call));
    } catch (cause) {
      this.#parts.errors.failed(cause, this.#recordOf(call));
    }
    this.drain();
  }

  #emitControl(control: HeldControl): boolean {
    this.flush();
    if (this.isParked() || !this.#output.accepting()) return false;
    this.#held.take(control);
    if (control.kind === 'watermark') this.#output.emitWatermark(control.timestamp);
    else this.#output.emitWatermarkStatus(control);
    return true;
  }

  readonly #collect = (value: unknown, timestamp: Timestamp): void => {
    this.#allowance -= 1;
    this.#parked.collect(value, timestamp);
  };

  readonly #hasRoom = (): boolean => {
    if (this.#allowance <= 0 || !this.#parked.hasRoom()) return false;
    return this.#sides.length === 0 || this.#sides.every((side) => side.credit() > 0);
  };

  #parkAnswer(): void {
    try {
      this.#answer.parkIn(this.#parked, this.#parts.spec.name);
    } catch (cause) {
      if (this.#answer.isThere()) throw cause;
      this.#parts.errors.failed(cause, this.#answer.record());
    }
  }

  #failed(call: AsyncCall): void {
    this.#allowance -= 1;
    this.#parts.errors.failed(call.result, this.#recordOf(call));
  }

  #recordOf({ value, timestamp }: AsyncCall): RecordAtHand {
    return { value, timestamp, key: this.#parts.keyAtHand(value) };
  }
}
