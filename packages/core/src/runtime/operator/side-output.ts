/**
 * Owns: what one operator sends beside its main output: late records, failed records, whatever a function
 * likes. What goes beyond its credit is parked.
 * Refuses: to hold a record beyond the step while there is credit for it (C4).
 *
 * C3. A step takes no more records than there is credit for here; what a call sends beyond waits, and its
 *     operator is pending until it has gone. T1. So no watermark passes what is parked.
 */
import type { WatermarkStatus } from '../../model/element.js';
import type { Timestamp } from '../../model/time.js';
import { ParkedOutput, type ParkedOutputLimits } from './parked-output.js';
import type { WaitingRecords } from './subtask-snapshot.js';
import type { Tail } from './tail.js';

export class SideOutput {
  readonly #tail: Tail;
  readonly #parked: ParkedOutput;

  constructor(tail: Tail, limits: ParkedOutputLimits) {
    this.#tail = tail;
    this.#parked = new ParkedOutput(limits);
    this.#parked.open({
      credit: () => tail.credit(),
      emit: (run) => {
        tail.onRun(run);
      },
    });
  }

  /** How many records would go if they were emitted now. */
  credit(): number {
    return this.#parked.creditLeft();
  }

  /** Records that wait for credit. */
  parked(): number {
    return this.#parked.parked();
  }

  waiting(): WaitingRecords {
    return this.#parked.waiting();
  }

  restore(records: WaitingRecords): void {
    this.#parked.restore(records);
  }

  emit(value: unknown, timestamp: Timestamp): void {
    this.#parked.room();
    this.#parked.collect(value, timestamp);
  }

  /** True when something went. */
  flush(): boolean {
    return this.#parked.flush();
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
