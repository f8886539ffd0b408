/**
 * Owns: a harness around one operator, or a few in a row: a test gives records, watermarks and time,
 * and reads what comes out.
 * Refuses: to know the operator: it is described with the verbs of streams, as a job would be.
 */
import {
  MillraceError,
  type JobOptions,
  type OutputTag,
  type Stream,
  type Timestamp,
} from '@millrace/core';
import { refuseUnknownOptions, type OptionNames } from '@millrace/core/connector';
import {
  END_OF_INPUT,
  JOB_OPTIONS,
  limitsOf,
  watermark,
  type ExecutionSnapshot,
  type StandIns,
} from '@millrace/core/internal';
import { seededRandom } from '../seeded-random.js';
import { HarnessInput } from './harness-input.js';
import { HARNESS_INPUT, HARNESS_OUTPUT, harnessJob, sideOutputSink } from './harness-job.js';
import { HarnessMotion } from './harness-motion.js';
import { HarnessOutput, type OutputElement } from './harness-output.js';
import { RecordedState, type StateView } from '../recorded-state.js';

export interface OperatorHarnessOptions extends Omit<JobOptions, 'signal'> {
  /** The side outputs of the last operator that the test wants to read. */
  readonly sideOutputs?: readonly OutputTag<never>[];
  /** Records that the output accepts until `grantOutputCredit`. Default: any number. */
  readonly outputCredit?: number;
  /** Decides the order of tasks within a round. Default: 1. */
  readonly seed?: number;
  /** Processing time when the operator opens. Default: 0. */
  readonly startAt?: Timestamp;
}

const HARNESS_OPTIONS: OptionNames<OperatorHarnessOptions> = {
  parallelism: JOB_OPTIONS.parallelism,
  maxParallelism: JOB_OPTIONS.maxParallelism,
  limits: JOB_OPTIONS.limits,
  sideOutputs: true,
  outputCredit: true,
  seed: true,
  startAt: true,
};

/** What may be otherwise after a restore. `startAt` is later where time passed in between. */
export type RestoreOptions = Pick<
  OperatorHarnessOptions,
  'parallelism' | 'maxParallelism' | 'outputCredit' | 'seed' | 'startAt'
>;

/** What the operators of a harness were, in bytes, and what their surroundings were. */
export interface HarnessSnapshot {
  readonly execution: ExecutionSnapshot;
  readonly processingTime: Timestamp;
  /** What the input had last said of itself. */
  readonly inputStatus: 'active' | 'idle';
}

/** What a harness is built from, also when it is built anew. */
interface HarnessParts<In, Out> {
  readonly describe: (stream: Stream<In>) => Stream<Out>;
  readonly options: OperatorHarnessOptions;
  readonly restored: HarnessSnapshot | undefined;
  /** What runs in place of the library's own operators: for tests of harnesses. */
  readonly operators: StandIns['operators'];
}

/** A record to process, with its timestamp if it has one. */
export interface TimestampedValue<T> {
  readonly value: T;
  readonly timestamp?: Timestamp;
}

export class OperatorHarness<In, Out> {
  readonly #parts: HarnessParts<In, Out>;
  readonly #input: HarnessInput;
  readonly #output: HarnessOutput;
  readonly #sides: ReadonlyMap<string, HarnessOutput>;
  readonly #state: RecordedState;
  readonly #motion: HarnessMotion;
  #inputStatus: HarnessSnapshot['inputStatus'] = 'active';

  constructor(parts: HarnessParts<In, Out>) {
    this.#parts = parts;
    const { describe, options, restored, operators } = parts;
    const { sideOutputs = [], seed = 1, startAt = 0, maxParallelism } = options;
    const { outputCredit = Number.POSITIVE_INFINITY } = options;
    this.#state = new RecordedState(maxParallelism);
    this.#input = new HarnessInput(limitsOf(options).runRecordsMax);
    this.#output = new HarnessOutput(HARNESS_OUTPUT, outputCredit);
    this.#sides = new Map(sideOutputs.map(({ name }) => [name, sideOutput(name)]));
    this.#motion = new HarnessMotion({
      job: harnessJob({ describe, sideOutputs }),
      options,
      standIns: {
        inputs: new Map([[HARNESS_INPUT, this.#input]]),
        operators,
        tails: new Map(
          [this.#output, ...this.#sides.values()].map((output) => [output.name, output]),
        ),
      },
      state: this.#state,
      random: seededRandom(seed),
      startAt,
    });
    this.#motion.open(restored?.execution);
    this.#motion.run();
    if (restored?.inputStatus === 'idle') this.processWatermarkStatus('idle');
  }

  /** Everything that came out of the main output, in order. */
  get output(): readonly OutputElement<Out>[] {
    return this.#output.elements as readonly OutputElement<Out>[];
  }

  /** The values of the records that came out of the main output, in order. */
  get values(): readonly Out[] {
    return this.output.flatMap((element) => ('value' in element ? [element.value] : []));
  }

  /** One record, with a timestamp or without. */
  processElement(value: In, timestamp?: Timestamp): void {
    this.#input.giveRecords([value], [timestamp]);
    this.#motion.run();
  }

  /** Several records in one run, as they come when there is much of them. */
  processElements(records: readonly TimestampedValue<In>[]): void {
    this.#input.giveRecords(
      records.map(({ value }) => value),
      records.map(({ timestamp }) => timestamp),
    );
    this.#motion.run();
  }

  processWatermark(timestamp: Timestamp): void {
    this.#input.giveControl(watermark(timestamp));
    this.#motion.run();
  }

  /** The input says that it has nothing, or that it has something again (T3). */
  processWatermarkStatus(status: 'active' | 'idle'): void {
    this.#inputStatus = status;
    this.#input.giveControl({ kind: 'watermark-status', status });
    this.#motion.run();
  }

  /** Lets promises settle that functions have answered, and what comes of them. No time passes. */
  async settle(): Promise<void> {
    await this.#motion.settle();
  }

  /** Lets processing time pass until then, from one due timer to the next. */
  setProcessingTime(time: Timestamp): void {
    this.#motion.passTo(time);
  }

  /** Nothing follows: time goes to its end, and what waits for it fires. */
  endInput(): void {
    this.#input.giveControl(END_OF_INPUT);
    this.#motion.run();
  }

  /** The output accepts so many records more. */
  grantOutputCredit(records: number): void {
    this.#output.grant(records);
    this.#motion.run();
  }

  /** The output accepts nothing more, until it is granted credit. */
  fillOutput(): void {
    this.#output.fill();
  }

  /** `queued`: something was given and no operator has it. `pending`: an operator waits for credit. */
  status(): 'at-rest' | 'pending' | 'queued' {
    return this.#input.isTaken() ? this.#motion.status() : 'queued';
  }

  /** What came out of a side output that the options name. */
  sideOutput<T>(tag: OutputTag<T>): readonly OutputElement<T>[] {
    const side = this.#sides.get(tag.name);
    if (side === undefined) throw sideOutputUnknown(tag.name);
    return side.elements as OutputElement<T>[];
  }

  /** A state of the operator with this uid, by key. */
  state(uid: string, name: string): StateView {
    return this.#state.view(uid, name);
  }

  /** Counters and gauges by operator, by Flink's names. */
  metrics(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    return this.#motion.metrics();
  }

  /** What the operators hold now. The harness goes on, and its output stays with it. */
  snapshot(): HarnessSnapshot {
    return {
      execution: this.#motion.snapshot(),
      processingTime: this.#motion.now(),
      inputStatus: this.#inputStatus,
    };
  }

  /** Another harness around the same operators, which go on from the snapshot; its output is empty. */
  restore(snapshot: HarnessSnapshot, changed: RestoreOptions = {}): OperatorHarness<In, Out> {
    const { options } = this.#parts;
    return new OperatorHarness({
      ...this.#parts,
      options: { ...options, startAt: snapshot.processingTime, ...changed },
      restored: snapshot,
    });
  }

  /** The operator is gone, with its state and its timers. */
  close(): void {
    this.#motion.dispose();
  }
}

/**
 * A harness with Flink's verbs around what a user wrote. The stream is described as in a job; keys
 * come from `keyBy`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { tumbling, type Stream } from '@millrace/core';
 * import { operatorHarness } from '@millrace/testing';
 *
 * const harness = operatorHarness((words: Stream<string>) =>
 *   words
 *     .keyBy((word) => word)
 *     .window(tumbling(1_000))
 *     .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n }),
 * );
 * harness.processElement('a', 10);
 * harness.processElement('a', 20);
 * harness.processWatermark(999);
 * assert.deepEqual(harness.output, [
 *   { value: { key: 'a', window: { start: 0, end: 1_000 }, value: 2 }, timestamp: 999 },
 *   { watermark: 999 },
 * ]);
 * ```
 */
export function operatorHarness<In, Out = unknown>(
  describe: (stream: Stream<In>) => Stream<Out>,
  options: OperatorHarnessOptions = {},
): OperatorHarness<In, Out> {
  refuseUnknownOptions('operatorHarness', options, HARNESS_OPTIONS);
  return new OperatorHarness({ describe, options, restored: undefined, operators: new Map() });
}

function sideOutput(tag: string): HarnessOutput {
  return new HarnessOutput(sideOutputSink(tag), Number.POSITIVE_INFINITY);
}

function sideOutputUnknown(tag: string): MillraceError {
  const sentence = `the harness does not read the side output "${tag}"; name it in its option sideOutputs`;
  return new MillraceError('SIDE_OUTPUT_UNKNOWN', sentence);
}
