/**
 * Owns: what one operator sends beside its main output: late records, failed records.
 * Refuses: to hold a record beyond the step, or behind the watermark that follows it (C4, T1).
 *
 * C3. Its credit counts like that of the main output: an operator sends at most one record here for
 *     each that it is given.
 */
import type { WatermarkStatus } from '../../model/element.js';
import { appendRecord, createRun, type Run } from '../../model/run.js';
import type { Timestamp } from '../../model/time.js';
import type { Tail } from './tail.js';

export class SideOutput {
  readonly #tail: Tail;
  readonly #run: Run<unknown>;

  constructor(tail: Tail, runRecordsMax: number) {
    this.#tail = tail;
    this.#run = createRun(runRecordsMax);
  }

  credit(): number {
    return this.#tail.credit();
  }

  emit(value: unknown, timestamp: Timestamp): void {
    if (this.#run.length === this.#run.timestamps.length) this.flush();
    appendRecord(this.#run, value, timestamp);
  }

  flush(): void {
    if (this.#run.length === 0) return;
    this.#tail.onRun(this.#run);
    this.#run.length = 0;
  }

  onWatermark(timestamp: Timestamp): void {
    this.flush();
    this.#tail.onWatermark(timestamp);
  }

  onWatermarkStatus(status: WatermarkStatus): void {
    this.flush();
    this.#tail.onWatermarkStatus?.(status);
  }

  onEnd(): void {
    this.flush();
    this.#tail.onEnd();
  }
}
