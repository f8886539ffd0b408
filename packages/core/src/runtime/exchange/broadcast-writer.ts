/**
 * Owns: the exchange by which every subtask gets every record.
 * Refuses: to share a run; each receiver may change its own.
 *
 * C5. The slowest receiver decides how far the others get ahead: by one channel.
 */
import type { ControlElement } from '../../model/element.js';
import type { Run } from '../../model/run.js';
import { sendToAll, smallestCredit, type RecordWriter } from './record-writer.js';

export class BroadcastWriter implements RecordWriter {
  readonly #receivers: readonly RecordWriter[];

  constructor(receivers: readonly RecordWriter[]) {
    this.#receivers = receivers;
  }

  credit(): number {
    return smallestCredit(this.#receivers);
  }

  send(run: Run<unknown>): void {
    sendToAll(this.#receivers, run);
  }

  sendControl(element: ControlElement): void {
    for (const receiver of this.#receivers) receiver.sendControl(element);
  }
}
