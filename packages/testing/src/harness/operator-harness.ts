/**
 * Owns: a harness around one operator, or a few in a row: a test gives records, watermarks and time,
 * and reads what comes out.
 * Refuses: to know the operator: it is described with the verbs of streams, as a job would be.
 */
import type { Stream, Timestamp } from '@millrace/core';
import { refuseUnknownOptions } from '@millrace/core/connector';
import type { StandIns } from '@millrace/core/internal';
import { Harness, type HarnessSnapshot, type SaidControl } from './harness.js';
import { harnessJob } from './harness-job.js';
import {
  HARNESS_OPTIONS,
  type OperatorHarnessOptions,
  type RestoreOptions,
} from './harness-options.js';
import type { InputPort, InputVerbs, TimestampedValue } from './input-port.js';

/** What a harness is built from, also when it is built anew. */
interface OperatorHarnessParts<In, Out> {
  readonly describe: (stream: Stream<In>) => Stream<Out>;
  readonly options: OperatorHarnessOptions;
  readonly restored: HarnessSnapshot | undefined;
  readonly operators: StandIns['operators'];
}

export class OperatorHarness<In, Out> extends Harness<Out> implements InputVerbs<In> {
  readonly #parts: OperatorHarnessParts<In, Out>;
  readonly #port: InputPort<In>;

  constructor(parts: OperatorHarnessParts<In, Out>) {
    const { describe, options, restored, operators } = parts;
    super({
      job: harnessJob((env) => describe(env.input<In>(0)), options.sideOutputs),
      ordinals: [0],
      options,
      restored: restored?.execution,
      said: restored === undefined ? [] : idleness(restored.said),
      operators,
    });
    this.#parts = parts;
    this.#port = this.port(0);
  }

  /** One record, with a timestamp or without. */
  processElement(value: In, timestamp?: Timestamp): void {
    this.#port.processElement(value, timestamp);
  }

  /** Several records in one run, as they come when there is much of them. */
  processElements(records: readonly TimestampedValue<In>[]): void {
    this.#port.processElements(records);
  }

  processWatermark(timestamp: Timestamp): void {
    this.#port.processWatermark(timestamp);
  }

  /** The input says that it has nothing, or that it has something again (T3). */
  processWatermarkStatus(status: 'active' | 'idle'): void {
    this.#port.processWatermarkStatus(status);
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

/** The time of one input is that of its operator, which keeps it; that it is idle, nobody keeps. */
function idleness(said: readonly SaidControl[]): readonly SaidControl[] {
  const last = said.findLast(({ element }) => element.kind === 'watermark-status');
  const { element } = last ?? {};
  return element?.kind === 'watermark-status' && element.status === 'idle' ? [last!] : [];
}
