/**
 * Owns: how answers leave: in which order, as far as credit goes, and what becomes of records without one.
 * Refuses: to know who calls.
 *
 * A2. Watermarks and statuses leave when no record stands before them. C3. Nothing leaves without credit;
 *     iterables are drawn by credit. E4. A step lets so many records leave. E6. A failure names the key.
 */
import { ElementOutput, type WaitingOutput } from '../operator/element-output.js';
import { onBehalfOf } from '../operator/failure.js';
import { iteratorOf } from '../operator/iterable-answer.js';
import type { Output } from '../operator/operator.js';
import { PendingAnswer, type AnsweredRecord } from '../operator/pending-answer.js';
import type { AsyncCall } from './async-call.js';
import type { AsyncOperatorParts } from './async-parts.js';
import type { HeldElements } from './held-elements.js';
import type { HeldControl } from './segment.js';

/** What is drawn from an answer has the timestamp of its record. */
const SAYS_NO_TIME = {};

export class AsyncOutput {
  readonly #parts: AsyncOperatorParts;
  readonly #held: HeldElements;
  readonly #out: ElementOutput;
  readonly #answer: PendingAnswer;
  #output!: Output<unknown>;
  #callsLeft = 0;

  constructor(parts: AsyncOperatorParts, held: HeldElements) {
    this.#parts = parts;
    this.#held = held;
    this.#out = new ElementOutput(parts);
    // What an answer is for is never a timer here.
    this.#answer = new PendingAnswer(SAYS_NO_TIME, (cause, record) => this.#failed(cause, record!));
  }

  open(output: Output<unknown>): void {
    this.#output = output;
    this.#out.open(output);
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
    if (call.outcome === 'error' && this.#parts.spec.onError === 'fail')
      this.#failed(call.result, call);
    this.#held.onDone(call);
  }

  /** A step begins; true when something went that waited for credit. */
  begin(): boolean {
    return this.#out.begin();
  }

  /** Whether something waits here and not for a call. */
  waits(): boolean {
    return this.#answer.isThere() || this.#held.next() !== undefined || this.isParked();
  }

  isParked(): boolean {
    return this.#out.isParked();
  }

  /** Emits what was gathered and parked, as far as credit goes; true when something went. */
  flush(): boolean {
    return this.#out.flush();
  }

  /** True when some was drawn of what the last call has answered. */
  drain(): boolean {
    return this.#answer.drain(this.#out);
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
    this.#answer.parkIn(this.#out, this.#parts.spec.name);
    return this.#out.waiting();
  }

  restore(waiting: WaitingOutput): void {
    this.#out.restore(waiting);
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsOut: this.#out.recordsOut(),
      numRecordsInErrors: this.#parts.errors.count(),
    };
  }

  #emitCall(call: AsyncCall): boolean {
    if (!this.#out.hasRoom()) return false;
    this.#held.take(call);
    this.#callsLeft += 1;
    if (call.outcome === 'error') {
      this.#out.countLost();
      this.#failed(call.result, call);
    } else if (this.#parts.spec.kind === 'async-map')
      this.#out.collect(call.result, call.timestamp);
    else this.#emitAll(call);
    return true;
  }

  /** Of an empty answer nothing leaves, and its place is free. */
  #emitAll(call: AsyncCall): void {
    const { result } = call;
    // Nearly always a short array: no iterator for it.
    if (Array.isArray(result) && result.length <= this.#out.room()) {
      for (const each of result as unknown[]) this.#out.collect(each, call.timestamp);
      return;
    }
    try {
      this.#answer.begin(iteratorOf(result, 'asyncFlatMap', this.#parts.spec.name), call);
    } catch (cause) {
      this.#failed(cause, call);
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

  #failed(cause: unknown, { value, timestamp }: AnsweredRecord): void {
    this.#parts.errors.failed(cause, { value, timestamp, key: this.#parts.keyAtHand(value) });
  }
}
