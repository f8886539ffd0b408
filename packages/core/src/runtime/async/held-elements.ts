/**
 * Owns: every record that was taken and has not left, with the watermarks and statuses that stand behind
 * them, in the order of the input.
 * Refuses: to bound itself: the operator takes no more than its capacity and one run.
 *
 * A2. A watermark leaves when no record stands before it, and no record passes it.
 */
import type { AsyncOrder } from '../../model/async-function.js';
import type { AsyncCall } from './async-call.js';
import { emissionOrderOf, type EmissionOrder } from './emission-order.js';
import { Segment, type HeldControl } from './segment.js';

export type Held = AsyncCall | HeldControl;

export class HeldElements {
  readonly #order: EmissionOrder;
  /** The segments behind the first. */
  #later: Segment[] = [];
  #first = new Segment();
  #last = this.#first;

  constructor(order: AsyncOrder) {
    this.#order = emissionOrderOf(order);
  }

  isEmpty(): boolean {
    return this.#first.first === undefined && this.#first.controls.length === 0;
  }

  addCall(call: AsyncCall): void {
    if (this.#last.controls.length > 0) {
      this.#last = new Segment();
      this.#later.push(this.#last);
    }
    this.#last.append(call);
  }

  addControl(control: HeldControl): void {
    this.#last.close(control);
  }

  onDone(call: AsyncCall): void {
    this.#order.onDone(call);
  }

  /** What may leave now. */
  next(): Held | undefined {
    const segment = this.#first;
    if (segment.first === undefined) return segment.controls[0];
    return this.#order.next(segment);
  }

  /** Lets go of what was next. */
  take(held: Held): void {
    const segment = this.#first;
    if (held.kind === 'call') {
      segment.remove(held);
      this.#order.onLeft(segment);
    } else segment.controls.shift();
    if (segment.first !== undefined || segment.controls.length > 0) return;
    const next = this.#later.shift();
    if (next !== undefined) this.#first = next;
  }

  *calls(): Generator<AsyncCall> {
    for (const segment of this.#segments()) yield* segment.calls();
  }

  /** Calls and controls in the order of the input. */
  *elements(): Generator<Held> {
    for (const segment of this.#segments()) {
      yield* segment.calls();
      yield* segment.controls;
    }
  }

  *#segments(): Generator<Segment> {
    yield this.#first;
    yield* this.#later;
  }
}
