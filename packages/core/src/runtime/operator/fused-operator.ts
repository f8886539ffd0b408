/**
 * Owns: stateless functions that follow each other, and the timestamps of a source before them.
 * Refuses: to make watermarks; the source's clock does, once a run has told it how far it came.
 *
 * E6. A function that throws names its operator, and fails the job unless its policy is another. T1. The
 *     watermark never goes back.
 */
import type { Run } from '../../model/run.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { FusedPlan, FusedStep } from '../../plan/job-plan.js';
import { badTimestamp, failureAt, operatorFailure } from './failure.js';
import { fusedLoop } from './fused-loop.js';
import type { FusedLoop, LoopFailures } from './loop.js';
import type { Operator, Output } from './operator.js';
import type { RecordErrors } from './record-errors.js';
import type { SourceClock } from './source-clock.js';

export class FusedOperator implements Operator<unknown, unknown> {
  readonly name: string;
  readonly #loop: FusedLoop;
  readonly #errors: readonly RecordErrors[];
  /** Present when the loop gives timestamps. */
  readonly #clock: SourceClock | undefined;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #recordsIn = 0;
  #recordsOut = 0;

  /** `errors` has one for each step; `clock` is of the source whose timestamps the first step reads. */
  constructor({ name, steps }: FusedPlan, errors: readonly RecordErrors[], clock?: SourceClock) {
    this.name = name;
    this.#errors = errors;
    this.#loop = fusedLoop(steps, failuresOf(steps, errors, clock));
    this.#clock = steps[0]?.kind === 'timestamps' ? clock : undefined;
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    const timestampMax = this.#loop(run, this.#clock?.timestampMax());
    this.#recordsOut += run.length;
    if (run.length > 0) this.#output.emit(run);
    if (this.#clock !== undefined) this.onWatermark(this.#clock.onRun(timestampMax));
  }

  onWatermark(timestamp: Timestamp): void {
    if (timestamp <= this.#watermark) return;
    this.#watermark = timestamp;
    this.#output.emitWatermark(timestamp);
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
}

function failuresOf(
  steps: readonly FusedStep[],
  errors: readonly RecordErrors[],
  clock: SourceClock | undefined,
): LoopFailures {
  const operatorAt = (at: number): string => steps[at]?.operator ?? '';
  return {
    thrown: (cause, at, record) => {
      throw failureAt(record, operatorFailure(cause, { operator: operatorAt(at) }));
    },
    failed: (cause, at, record) => {
      errors[at]!.failed(cause, record);
    },
    fromFuture: (timestamp) => {
      clock?.onFuture(timestamp);
    },
    badTimestamp: (timestamp, at) => {
      throw badTimestamp(timestamp, operatorAt(at));
    },
  };
}
