/**
 * Owns: where control elements stand among the records of a channel.
 * Refuses: records.
 *
 * C1. Adjacent control elements collapse: a million watermarks before a stuck receiver are one. The
 *     newer of two takes the later place, so that a status and a watermark keep their order.
 */
import type { ControlElement } from '../../model/element.js';

interface Placed {
  readonly element: ControlElement;
  /** How many records were sent before it. */
  readonly after: number;
}

export class ControlQueue {
  #placed: Placed[] = [];

  append(element: ControlElement, after: number): void {
    this.#placed = this.#placed.filter(
      (earlier) => earlier.after !== after || earlier.element.kind !== element.kind,
    );
    this.#placed.push({ element, after });
  }

  /** Takes the first element if no record stands before it. */
  take(recordsTaken: number): ControlElement | undefined {
    return this.#placed[0]?.after === recordsTaken ? this.#placed.shift()?.element : undefined;
  }

  /** How many records stand before the first control element. */
  recordsBefore(recordsTaken: number): number {
    const first = this.#placed[0];
    return first === undefined ? Number.POSITIVE_INFINITY : first.after - recordsTaken;
  }
}
