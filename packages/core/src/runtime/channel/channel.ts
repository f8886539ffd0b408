/**
 * Owns: the records and control elements between two tasks, and the credit of the sender.
 * Refuses: to know what a record is, and to take a record for which it has no room.
 *
 * C1. What is in flight never exceeds the capacity. Control elements need no credit; between two runs
 *     stand at most one watermark and one status.
 * C2. Credit is granted by the receiver alone, for room it has: half the capacity at a time, or all
 *     of it once nothing is in flight. Granting each free slot at once lets runs shrink until every
 *     record pays for a step of its own (TCP knows it as the silly window).
 */
import type { ControlElement } from '../../model/element.js';
import type { Run } from '../../model/run.js';
import { ControlQueue } from './control-queue.js';
import { SegmentQueue } from './segment-queue.js';

export interface ChannelLimits {
  readonly channelRecords: number;
  readonly runRecordsMax: number;
}

export class Channel<T> {
  readonly capacity: number;
  readonly #records: SegmentQueue;
  readonly #controls = new ControlQueue();
  readonly #grantRecordsMin: number;
  #credit: number;
  #sent = 0;
  #taken = 0;

  constructor({ channelRecords, runRecordsMax }: ChannelLimits) {
    this.capacity = channelRecords;
    this.#credit = channelRecords;
    this.#grantRecordsMin = Math.ceil(channelRecords / 2);
    this.#records = new SegmentQueue(runRecordsMax);
  }

  /** How many records may be sent. */
  credit(): number {
    return this.#credit;
  }

  /** How many records were sent and not yet taken. */
  size(): number {
    return this.#sent - this.#taken;
  }

  /** Takes what the run holds. Throws where the sender did not ask for credit: a bug (C1). */
  send(run: Run<T>): void {
    const { length } = run;
    if (length > this.#credit) {
      const sentence = `C1: ${String(length)} records sent with credit for ${String(this.#credit)}`;
      throw new RangeError(sentence);
    }
    this.#records.append(run);
    this.#credit -= length;
    this.#sent += length;
  }

  sendControl(element: ControlElement): void {
    this.#controls.append(element, this.#sent);
  }

  /** The control element that stands before the next record, if one does. */
  takeControl(): ControlElement | undefined {
    return this.#controls.take(this.#taken);
  }

  /** Moves records into a run: at most `recordsMax`, and none from behind a control element. */
  take(run: Run<T>, recordsMax: number): void {
    run.length = 0;
    this.#records.take(run, Math.min(recordsMax, this.#controls.recordsBefore(this.#taken)));
    this.#taken += run.length;
    this.#grant();
  }

  #grant(): void {
    const room = this.capacity - this.size();
    if (room - this.#credit >= this.#grantRecordsMin || this.size() === 0) this.#credit = room;
  }
}
