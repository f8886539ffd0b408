/**
 * Owns: stateless functions that follow each other, and the timestamps and watermarks of a source.
 * Refuses: state of its own beyond how far event time has come.
 *
 * E6. A function that throws names its operator, and fails the job unless its policy is another. T1. The watermark never goes back.
 */
import { MillraceError } from '../../model/error.js';
import type { Run } from '../../model/run.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, isTimestamp, type Timestamp } from '../../model/time.js';
import type { WatermarkGenerator } from '../../model/watermark-strategy.js';
import type { FusedPlan, FusedStep } from '../../plan/job-plan.js';
import { badTimestamp, onBehalfOf, operatorFailure } from './failure.js';
import { fusedLoop } from './fused-loop.js';
import type { FusedLoop, LoopFailures } from './loop.js';
import type { Operator, Output } from './operator.js';
import type { RecordErrors } from './record-errors.js';

export class FusedOperator implements Operator<unknown, unknown> {
  readonly name: string;
  readonly #loop: FusedLoop;
  readonly #errors: readonly RecordErrors[];
  /** Present when the loop gives timestamps, and then the only maker of watermarks but the last. */
  readonly #watermarks: Watermarks | undefined;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #recordsIn = 0;
  #recordsOut = 0;

  /** `errors` has one for each step. */
  constructor({ name, steps }: FusedPlan, errors: readonly RecordErrors[]) {
    this.name = name;
    this.#errors = errors;
    this.#loop = fusedLoop(steps, failuresOf(steps, errors));
    this.#watermarks = watermarksOf(steps);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    const timestampMax = this.#loop(run);
    this.#recordsOut += run.length;
    if (run.length > 0) this.#output.emit(run);
    if (this.#watermarks === undefined) return;
    this.#advance(watermarkAfter(timestampMax, this.#watermarks));
  }

  onWatermark(timestamp: Timestamp): void {
    if (this.#watermarks === undefined || timestamp === MAX_TIMESTAMP) this.#advance(timestamp);
  }

  onEnd(): void {
    // Nothing is held.
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      numRecordsOut: this.#recordsOut,
      numRecordsInErrors: this.#errors.reduce((sum, errors) => sum + errors.count(), 0),
      currentOutputWatermark: this.#watermark,
    };
  }

  #advance(timestamp: Timestamp): void {
    if (timestamp <= this.#watermark) return;
    this.#watermark = timestamp;
    this.#output.emitWatermark(timestamp);
  }
}

/** What makes a source's watermarks, and the source. */
interface Watermarks {
  readonly generator: WatermarkGenerator;
  readonly operator: string;
}

function watermarksOf([first]: readonly FusedStep[]): Watermarks | undefined {
  if (first?.kind !== 'timestamps') return undefined;
  return { generator: first.strategy.createGenerator(), operator: first.operator };
}

/** What the generator says after a run. No time at all would pass due timers, or stop time (T1). */
function watermarkAfter(timestampMax: Timestamp, { generator, operator }: Watermarks): Timestamp {
  return onBehalfOf(operator, () => {
    generator.onRun(timestampMax);
    const timestamp = generator.currentWatermark();
    if (isTimestamp(timestamp)) return timestamp;
    const sentence = `its watermark generator answered ${String(timestamp)}; answer milliseconds`;
    throw new MillraceError('WATERMARK_INVALID', sentence);
  });
}

function failuresOf(steps: readonly FusedStep[], errors: readonly RecordErrors[]): LoopFailures {
  const operatorAt = (at: number): string => steps[at]?.operator ?? '';
  return {
    thrown: (cause, at) => {
      throw operatorFailure(cause, { operator: operatorAt(at) });
    },
    failed: (cause, at, record) => {
      errors[at]!.failed(cause, record);
    },
    badTimestamp: (timestamp, at) => {
      throw badTimestamp(timestamp, operatorAt(at));
    },
  };
}
