/**
 * Owns: what is the same of every harness, however many inputs its operator has: what comes out, time,
 *     credit, state and snapshots.
 * Refuses: to give elements; `input-port.ts` does, for each input.
 */
import { MillraceError, type JobDefinition, type OutputTag, type Timestamp } from '@millrace/core';
import {
  limitsOf,
  type ControlElement,
  type ExecutionSnapshot,
  type InputOrdinal,
  type StandIns,
} from '@millrace/core/internal';
import { RecordedState, type StateView } from '../recorded-state.js';
import { seededRandom } from '../seeded-random.js';
import { HarnessInput } from './harness-input.js';
import { HARNESS_OUTPUT, inputSource, sideOutputSink } from './harness-job.js';
import { HarnessMotion } from './harness-motion.js';
import type { OperatorHarnessOptions } from './harness-options.js';
import { HarnessOutput, type OutputElement } from './harness-output.js';
import { InputPort } from './input-port.js';

/** What one input has said of time. */
export interface SaidControl {
  readonly ordinal: InputOrdinal;
  readonly element: ControlElement;
}

/** What the operators of a harness were, in bytes, and what their surroundings were. */
export interface HarnessSnapshot {
  readonly execution: ExecutionSnapshot;
  readonly processingTime: Timestamp;
  /** In its order: an operator keeps its own time, and not that of each input. */
  readonly said: readonly SaidControl[];
}

export interface HarnessParts {
  readonly job: JobDefinition;
  /** By ordinal. */
  readonly ordinals: readonly InputOrdinal[];
  readonly options: OperatorHarnessOptions;
  readonly restored: ExecutionSnapshot | undefined;
  /** What inputs say again after a restore. */
  readonly said: readonly SaidControl[];
  /** What runs in place of the library's own operators: for tests of harnesses. */
  readonly operators: StandIns['operators'];
}

export class Harness<Out> {
  readonly #inputs: readonly HarnessInput[];
  readonly #ports: readonly InputPort<unknown>[];
  readonly #output: HarnessOutput;
  readonly #sides: ReadonlyMap<string, HarnessOutput>;
  readonly #state: RecordedState;
  readonly #motion: HarnessMotion;
  readonly #said: SaidControl[] = [];

  constructor({ job, ordinals, options, restored, said, operators }: HarnessParts) {
    const { sideOutputs = [], seed = 1, startAt = 0, maxParallelism } = options;
    const { outputCredit = Number.POSITIVE_INFINITY } = options;
    this.#state = new RecordedState(maxParallelism);
    this.#inputs = ordinals.map(() => new HarnessInput(limitsOf(options).runRecordsMax));
    this.#output = new HarnessOutput(HARNESS_OUTPUT, outputCredit);
    this.#sides = new Map(sideOutputs.map(({ name }) => [name, sideOutput(name)]));
    const tails = [this.#output, ...this.#sides.values()];
    this.#motion = new HarnessMotion({
      job,
      options,
      standIns: {
        inputs: new Map(this.#inputs.map((input, at) => [inputSource(ordinals[at]!), input])),
        operators,
        tails: new Map(tails.map((output) => [output.name, output])),
      },
      state: this.#state,
      random: seededRandom(seed),
      startAt,
    });
    this.#ports = ordinals.map((ordinal) => this.#portOf(ordinal));
    this.#motion.open(restored);
    this.#motion.run();
    for (const { ordinal, element } of said) this.#ports[ordinal]!.say(element);
  }

  /** Everything that came out of the main output, in order. */
  get output(): readonly OutputElement<Out>[] {
    return this.#output.elements as readonly OutputElement<Out>[];
  }

  /** The values of the records that came out of the main output, in order. */
  get values(): readonly Out[] {
    return this.output.flatMap((element) => ('value' in element ? [element.value] : []));
  }

  /** Lets promises settle that functions have answered, and what comes of them. No time passes. */
  async settle(): Promise<void> {
    await this.#motion.settle();
  }

  /** Lets processing time pass until then, from one due timer to the next. */
  setProcessingTime(time: Timestamp): void {
    this.#motion.passTo(time);
  }

  /** Nothing follows by any input: time goes to its end, and what waits for it fires. */
  endInput(): void {
    for (const port of this.#ports) port.endInput();
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
    return this.#inputs.every((input) => input.isTaken()) ? this.#motion.status() : 'queued';
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
      said: [...this.#said],
    };
  }

  /** The operator is gone, with its state and its timers. */
  close(): void {
    this.#motion.dispose();
  }

  protected port<In>(ordinal: InputOrdinal): InputPort<In> {
    return this.#ports[ordinal] as InputPort<In>;
  }

  #portOf(ordinal: InputOrdinal): InputPort<unknown> {
    return new InputPort({
      input: this.#inputs[ordinal]!,
      step: () => {
        this.#motion.run();
      },
      heard: (element) => {
        this.#said.push({ ordinal, element });
      },
    });
  }
}

function sideOutput(tag: string): HarnessOutput {
  return new HarnessOutput(sideOutputSink(tag), Number.POSITIVE_INFINITY);
}

function sideOutputUnknown(tag: string): MillraceError {
  const sentence = `the harness does not read the side output "${tag}"; name it in its option sideOutputs`;
  return new MillraceError('SIDE_OUTPUT_UNKNOWN', sentence);
}
