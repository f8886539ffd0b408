/**
 * Owns: a harness around an operator of two streams: a test gives elements to each of the two.
 * Refuses: to say in which order the records of the two come where the output is full: there is none.
 *
 * T2. The time of the operator is that of both inputs together; after a restore each says again what it
 *     had said.
 */
import type { Stream } from '@millrace/core';
import { refuseUnknownOptions } from '@millrace/core/connector';
import type { StandIns } from '@millrace/core/internal';
import { Harness, type HarnessSnapshot } from './harness.js';
import { harnessJob } from './harness-job.js';
import {
  HARNESS_OPTIONS,
  type OperatorHarnessOptions,
  type RestoreOptions,
} from './harness-options.js';
import type { InputPort } from './input-port.js';

/** What an operator of two streams makes of them. */
export type DescribeTwo<L, R, Out> = (left: Stream<L>, right: Stream<R>) => Stream<Out>;

interface TwoInputHarnessParts<L, R, Out> {
  readonly describe: DescribeTwo<L, R, Out>;
  readonly options: OperatorHarnessOptions;
  readonly restored: HarnessSnapshot | undefined;
  readonly operators: StandIns['operators'];
}

export class TwoInputHarness<L, R, Out> extends Harness<Out> {
  /** The stream whose verb is called. */
  readonly first: InputPort<L>;
  /** The stream that is given to the verb. */
  readonly second: InputPort<R>;
  readonly #parts: TwoInputHarnessParts<L, R, Out>;

  constructor(parts: TwoInputHarnessParts<L, R, Out>) {
    const { describe, options, restored, operators } = parts;
    super({
      job: harnessJob(({ input }) => describe(input<L>(0), input<R>(1)), options.sideOutputs),
      ordinals: [0, 1],
      options,
      restored: restored?.execution,
      said: restored?.said ?? [],
      operators,
    });
    this.#parts = parts;
    this.first = this.port(0);
    this.second = this.port(1);
  }

  /** Another harness around the same operators, which go on from the snapshot; its output is empty. */
  restore(snapshot: HarnessSnapshot, changed: RestoreOptions = {}): TwoInputHarness<L, R, Out> {
    const { options } = this.#parts;
    return new TwoInputHarness({
      ...this.#parts,
      options: { ...options, startAt: snapshot.processingTime, ...changed },
      restored: snapshot,
    });
  }
}

/**
 * A harness around what a user makes of two streams. It has the verbs of `operatorHarness`, once for the
 * `first` input and once for the `second`; `endInput()` ends both.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import type { Collector, Stream } from '@millrace/core';
 * import { twoInputHarness } from '@millrace/testing';
 *
 * const harness = twoInputHarness((words: Stream<string>, numbers: Stream<number>) =>
 *   words.connect(numbers).process({
 *     processElement1: (word, _context, out: Collector<string>) => out.collect(word),
 *     processElement2: (n, _context, out: Collector<string>) => out.collect(n.toFixed(1)),
 *   }),
 * );
 * harness.first.processElement('a', 10);
 * harness.second.processElement(2, 20);
 * harness.first.processWatermark(15);
 * harness.second.processWatermark(12);
 * assert.deepEqual(harness.values, ['a', '2.0']);
 * assert.deepEqual(harness.output.at(-1), { watermark: 12 });
 * ```
 */
export function twoInputHarness<L, R, Out = unknown>(
  describe: DescribeTwo<L, R, Out>,
  options: OperatorHarnessOptions = {},
): TwoInputHarness<L, R, Out> {
  refuseUnknownOptions('twoInputHarness', options, HARNESS_OPTIONS);
  return new TwoInputHarness({ describe, options, restored: undefined, operators: new Map() });
}
