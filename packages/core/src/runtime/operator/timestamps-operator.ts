/**
 * Owns: the timestamps of a source whose watermark generators hear of each record: what such a
 *     generator says stands right behind its record, also in the middle of a run.
 * Refuses: to emit without credit: behind a watermark, windows may have taken it (C3).
 *
 * E6. A record without a time goes by the policy of its source. T1. The watermark never goes back.
 */
import { appendRecord, createRun, type Run } from '../../model/run.js';
import { isTimestamp, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { WatermarkStrategy } from '../../model/watermark-strategy.js';
import { badTimestamp } from './failure.js';
import type { FanOut, Output } from './operator.js';
import type { RecordErrors } from './record-errors.js';
import { RunRest } from './run-rest.js';
import type { SourceClock } from './source-clock.js';

export interface TimestampsOperatorParts {
  readonly name: string;
  readonly strategy: WatermarkStrategy<unknown>;
  readonly errors: RecordErrors;
  readonly clock: SourceClock | undefined;
  readonly runRecordsMax: number;
}

export class TimestampsOperator implements FanOut<unknown, unknown> {
  readonly name: string;
  readonly #parts: TimestampsOperatorParts;
  readonly #stretch: Run<unknown>;
  readonly #rest: RunRest;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  /** It waits while somebody behind has records that it would pass. */
  #watermarkIs: 'emitted' | 'to-be-emitted' = 'emitted';
  #recordsIn = 0;
  #recordsOut = 0;

  constructor(parts: TimestampsOperatorParts) {
    this.name = parts.name;
    this.#parts = parts;
    this.#stretch = createRun(parts.runRecordsMax);
    this.#rest = new RunRest(parts.runRecordsMax);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    this.#rest.keep(run, this.#takeFrom(run, 0));
  }

  onWatermark(timestamp: Timestamp): void {
    if (timestamp <= this.#watermark) return;
    this.#watermark = timestamp;
    this.#watermarkIs = 'to-be-emitted';
    this.#emitWatermark();
  }

  onEnd(): void {
    // The rest of a run was given before.
  }

  pending(): boolean {
    return !this.#rest.isEmpty() || this.#watermarkIs === 'to-be-emitted';
  }

  resume(): boolean {
    const emitted = this.#emitWatermark();
    const { run, at } = this.#rest;
    const taken = this.#takeFrom(run, at);
    this.#rest.moveTo(taken);
    return emitted || taken > at;
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      numRecordsOut: this.#recordsOut,
      numRecordsInErrors: this.#parts.errors.count(),
      currentOutputWatermark: this.#watermark,
    };
  }

  /** True when it went. */
  #emitWatermark(): boolean {
    if (this.#watermarkIs === 'emitted' || !this.#output.accepting()) return false;
    this.#watermarkIs = 'emitted';
    this.#output.emitWatermark(this.#watermark);
    return true;
  }

  /** Emits as far as there is credit; answers where it stopped. */
  #takeFrom(run: Run<unknown>, from: number): number {
    let at = from;
    for (let credit; at < run.length && (credit = this.#output.credit()) > 0;) {
      at = this.#emitStretch(run, at, credit);
    }
    return at;
  }

  /** Records up to the first that moves time, and then the watermark; answers where that was. */
  #emitStretch(run: Run<unknown>, from: number, recordsMax: number): number {
    const stretch = this.#stretch;
    stretch.length = 0;
    let [at, watermark] = [from, this.#watermark];
    while (at < run.length && stretch.length < recordsMax && watermark <= this.#watermark) {
      watermark = this.#take(run.values[at], run.timestamps[at]!);
      at += 1;
    }
    this.#recordsOut += stretch.length;
    if (stretch.length > 0) this.#output.emit(stretch);
    this.onWatermark(watermark);
    return at;
  }

  /** Appends one record with its time; answers the watermark behind it. */
  #take(value: unknown, given: Timestamp): Timestamp {
    const { clock, errors } = this.#parts;
    let timestamp: Timestamp;
    try {
      timestamp = this.#timestampOf(value);
    } catch (cause) {
      errors.failed(cause, { value, timestamp: given });
      return this.#watermark;
    }
    appendRecord(this.#stretch, value, timestamp);
    if (clock === undefined) return this.#watermark;
    if (timestamp <= clock.timestampMax()) return clock.onRecord(value, timestamp);
    clock.onFuture(timestamp);
    return this.#watermark;
  }

  #timestampOf(value: unknown): Timestamp {
    const { strategy, name } = this.#parts;
    const timestamp = strategy.timestampOf(value);
    if (!isTimestamp(timestamp)) throw badTimestamp(timestamp, name);
    return timestamp;
  }
}
