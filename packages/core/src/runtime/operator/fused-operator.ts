/**
 * Owns: stateless functions that follow each other, and the timestamps and watermarks of a source.
 * Refuses: state of its own beyond how far event time has come.
 *
 * E6. A function that throws names its operator. T1. The watermark never goes back.
 */
import { MillraceError } from '../../model/error.js';
import type { Run } from '../../model/run.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { WatermarkGenerator } from '../../model/watermark-strategy.js';
import type { FusedPlan, FusedStep } from '../../plan/job-plan.js';
import { operatorFailure } from './failure.js';
import { fusedLoop } from './fused-loop.js';
import type { FusedLoop, LoopFailures } from './loop.js';
import type { Operator, Output } from './operator.js';

export class FusedOperator implements Operator<unknown, unknown> {
  readonly name: string;
  readonly #loop: FusedLoop;
  /** Present when the loop gives timestamps, and then the only maker of watermarks but the last. */
  readonly #generator: WatermarkGenerator | undefined;
  #output!: Output<unknown>;
  #watermark: Timestamp = MIN_TIMESTAMP;
  #recordsIn = 0;
  #recordsOut = 0;

  constructor({ name, steps }: FusedPlan) {
    this.name = name;
    this.#loop = fusedLoop(steps, failuresOf(steps));
    this.#generator = generatorOf(steps);
  }

  open(output: Output<unknown>): void {
    this.#output = output;
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    const timestampMax = this.#loop(run);
    this.#recordsOut += run.length;
    if (run.length > 0) this.#output.emit(run);
    if (this.#generator !== undefined) this.#follow(this.#generator, timestampMax);
  }

  onWatermark(timestamp: Timestamp): void {
    if (this.#generator === undefined || timestamp === MAX_TIMESTAMP) this.#advance(timestamp);
  }

  onEnd(): void {
    // Nothing is held.
  }

  metrics(): Readonly<Record<string, number>> {
    return {
      numRecordsIn: this.#recordsIn,
      numRecordsOut: this.#recordsOut,
      currentOutputWatermark: this.#watermark,
    };
  }

  #follow(generator: WatermarkGenerator, timestampMax: Timestamp): void {
    generator.onRun(timestampMax);
    this.#advance(generator.currentWatermark());
  }

  #advance(timestamp: Timestamp): void {
    if (timestamp <= this.#watermark) return;
    this.#watermark = timestamp;
    this.#output.emitWatermark(timestamp);
  }
}

function generatorOf(steps: readonly FusedStep[]): WatermarkGenerator | undefined {
  const first = steps[0];
  return first?.kind === 'timestamps' ? first.strategy.createGenerator() : undefined;
}

function failuresOf(steps: readonly FusedStep[]): LoopFailures {
  const operatorAt = (at: number): string => steps[at]?.operator ?? '';
  return {
    thrown: (cause, at) => {
      throw operatorFailure(cause, { operator: operatorAt(at) });
    },
    badTimestamp: (timestamp, at) => {
      const operator = operatorAt(at);
      const sentence = `${operator} was given ${String(timestamp)} as the timestamp of a record; return milliseconds since the epoch`;
      throw new MillraceError('TIMESTAMP_INVALID', sentence, { operator });
    },
  };
}
