/**
 * Owns: the exchange by which each record goes to one subtask: the next in turn, or that of its key.
 * Refuses: to hold records; the shares of a run are sent before the call returns (C4).
 *
 * C3. Which subtask a record goes to is known when it is there, so the smallest credit counts.
 */
import type { ControlElement } from '../../model/element.js';
import { appendRecord, createRun, type Run } from '../../model/run.js';
import { smallestCredit, type RecordWriter } from './record-writer.js';

/** Answers the place of the subtask that a record goes to. */
export type ChannelSelector = (value: unknown) => number;

export interface PartitionWriterParts {
  readonly receivers: readonly RecordWriter[];
  readonly selectChannel: ChannelSelector;
  readonly runRecordsMax: number;
}

export class PartitionWriter implements RecordWriter {
  readonly #receivers: readonly RecordWriter[];
  readonly #selectChannel: ChannelSelector;
  readonly #shares: readonly Run<unknown>[];

  constructor({ receivers, selectChannel, runRecordsMax }: PartitionWriterParts) {
    this.#receivers = receivers;
    this.#selectChannel = selectChannel;
    this.#shares = receivers.map(() => createRun(runRecordsMax));
  }

  credit(): number {
    return smallestCredit(this.#receivers);
  }

  send(run: Run<unknown>): void {
    const shares = this.#shares;
    for (let i = 0; i < run.length; i++) {
      const value = run.values[i];
      appendRecord(shares[this.#selectChannel(value)]!, value, run.timestamps[i]);
    }
    run.length = 0;
    for (let i = 0; i < shares.length; i++) {
      if (shares[i]!.length > 0) this.#receivers[i]!.send(shares[i]!);
    }
  }

  sendControl(element: ControlElement): void {
    for (const receiver of this.#receivers) receiver.sendControl(element);
  }
}
