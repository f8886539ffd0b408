/**
 * Owns: a sink's writer as the end of a chain.
 * Refuses: to look into the writer; its credit is the chain's credit, and so the source's demand.
 */
import type { Run } from '../../model/run.js';
import type { SinkWriter } from '../../model/sink.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { Tail } from '../operator/tail.js';

export class SinkOperator implements Tail {
  #watermark: Timestamp = MIN_TIMESTAMP;
  #recordsIn = 0;

  constructor(
    readonly name: string,
    readonly writer: SinkWriter<unknown>,
  ) {}

  open(): void {
    this.writer.open();
  }

  credit(): number {
    return this.writer.credit();
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    this.writer.write(run);
  }

  onWatermark(timestamp: Timestamp): void {
    this.#watermark = timestamp;
  }

  onEnd(): void {
    this.writer.finish();
  }

  finished(): boolean {
    return this.writer.finished();
  }

  metrics(): Readonly<Record<string, number>> {
    return { numRecordsIn: this.#recordsIn, currentInputWatermark: this.#watermark };
  }
}
