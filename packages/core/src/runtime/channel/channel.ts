/**
 * Owns: the records and control elements between two tasks, and the credit of the sender.
 * Refuses: to know what a record is, and to take a record for which it has no room.
 *
 * C1. What is in flight never exceeds the capacity, since the records lie in a ring of that size.
 *     Control elements need no credit; between two runs stand at most one watermark and one status.
 * C2. Credit is granted by the receiver alone, for room it has: half the ring at a time, or all of it
 *     once the ring is empty. Granting each free slot at once lets runs shrink until every record
 *     pays for a step of its own (TCP knows it as the silly window).
 */
import type { ControlElement } from '../../model/element.js';
import type { Run } from '../../model/run.js';
import { ControlQueue } from './control-queue.js';

export class Channel<T> {
  readonly #values: (T | undefined)[];
  readonly #timestamps: Float64Array;
  readonly #controls = new ControlQueue();
  readonly #grantRecordsMin: number;
  #head = 0;
  #size = 0;
  #credit: number;
  #sent = 0;
  #taken = 0;

  constructor(readonly capacity: number) {
    this.#credit = capacity;
    this.#grantRecordsMin = Math.ceil(capacity / 2);
    // Filled, so that the array keeps one representation whatever flows: no deoptimised loops.
    this.#values = new Array<T | undefined>(capacity).fill(undefined);
    this.#timestamps = new Float64Array(capacity);
  }

  /** How many records may be sent. */
  credit(): number {
    return this.#credit;
  }

  /** How many records were sent and not yet taken. */
  size(): number {
    return this.#size;
  }

  /** Copies the run in. Throws where the sender did not ask for credit: that is a bug (C1). */
  send(run: Run<T>): void {
    if (run.length > this.#credit) {
      const sentence = `C1: ${String(run.length)} records sent with credit for ${String(this.#credit)}`;
      throw new RangeError(sentence);
    }
    let at = (this.#head + this.#size) % this.capacity;
    for (let i = 0; i < run.length; i++) {
      this.#values[at] = run.values[i];
      this.#timestamps[at] = run.timestamps[i]!;
      if (++at === this.capacity) at = 0;
    }
    this.#credit -= run.length;
    this.#size += run.length;
    this.#sent += run.length;
  }

  sendControl(element: ControlElement): void {
    this.#controls.append(element, this.#sent);
  }

  /** The control element that stands before the next record, if one does. */
  takeControl(): ControlElement | undefined {
    return this.#controls.take(this.#taken);
  }

  /** Moves records into an empty run: at most `recordsMax`, and none from behind a control element. */
  take(run: Run<T>, recordsMax: number): void {
    const count = Math.min(recordsMax, this.#size, this.#controls.recordsBefore(this.#taken));
    let at = this.#head;
    for (let i = 0; i < count; i++) {
      run.values[i] = this.#values[at] as T;
      run.timestamps[i] = this.#timestamps[at]!;
      if (++at === this.capacity) at = 0;
    }
    run.length = count;
    this.#head = at;
    this.#size -= count;
    this.#taken += count;
    this.#grant();
  }

  #grant(): void {
    const room = this.capacity - this.#size;
    const ungranted = room - this.#credit;
    if (ungranted >= this.#grantRecordsMin || this.#size === 0) this.#credit = room;
  }
}
