/**
 * Owns: the calls between two watermarks, in the order of their records, and what stands behind them.
 * Refuses: to say which call may go; an emission order does (`emission-order.ts`).
 *
 * C1. Control elements that stand beside each other collapse: at most one watermark and one status.
 */
import type { Watermark, WatermarkStatus } from '../../model/element.js';
import { WaitingValues } from '../channel/waiting-values.js';
import type { AsyncCall } from './async-call.js';

export type HeldControl = Watermark | WatermarkStatus;

export class Segment {
  first: AsyncCall | undefined = undefined;
  #last: AsyncCall | undefined = undefined;
  /** Calls that are done, in the order in which they came to be; only where that order counts. */
  readonly done = new WaitingValues<AsyncCall>();
  /** What stands behind the calls, in its order. */
  readonly controls: HeldControl[] = [];

  append(call: AsyncCall): void {
    call.doneCalls = this.done;
    call.previous = this.#last;
    if (this.#last === undefined) this.first = call;
    else this.#last.next = call;
    this.#last = call;
  }

  remove(call: AsyncCall): void {
    const { previous, next } = call;
    if (previous === undefined) this.first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    call.previous = undefined;
    call.next = undefined;
  }

  /** The newer of two of a kind takes the later place, as on channels. */
  close(control: HeldControl): void {
    const earlier = this.controls.findIndex(({ kind }) => kind === control.kind);
    if (earlier >= 0) this.controls.splice(earlier, 1);
    this.controls.push(control);
  }

  *calls(): Generator<AsyncCall> {
    for (let call = this.first; call !== undefined; call = call.next) yield call;
  }
}
