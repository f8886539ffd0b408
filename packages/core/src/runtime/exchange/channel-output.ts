/**
 * Owns: the end of a chain that sends to other tasks, one writer for each exchange.
 * Refuses: to send without credit; the smallest of its writers decides (C3).
 *
 * C4. What a step emitted is in the channels when the call returns; nothing is held back.
 * C5. A stuck branch holds the others at the fork, and nothing but that.
 */
import { END_OF_INPUT, watermark, type WatermarkStatus } from '../../model/element.js';
import type { Run } from '../../model/run.js';
import type { Timestamp } from '../../model/time.js';
import type { Tail } from '../operator/tail.js';
import { sendToAll, smallestCredit, type RecordWriter } from './record-writer.js';

export class ChannelOutput implements Tail {
  readonly name = 'output';
  readonly #writers: readonly RecordWriter[];

  constructor(writers: readonly RecordWriter[]) {
    this.#writers = writers;
  }

  open(): void {
    // A channel is always open.
  }

  credit(): number {
    return smallestCredit(this.#writers);
  }

  onRun(run: Run<unknown>): void {
    sendToAll(this.#writers, run);
  }

  onWatermark(timestamp: Timestamp): void {
    for (const writer of this.#writers) writer.sendControl(watermark(timestamp));
  }

  onWatermarkStatus(status: WatermarkStatus): void {
    for (const writer of this.#writers) writer.sendControl(status);
  }

  onEnd(): void {
    for (const writer of this.#writers) writer.sendControl(END_OF_INPUT);
  }

  finished(): boolean {
    return true;
  }

  metrics(): Readonly<Record<string, number>> {
    return {};
  }
}
