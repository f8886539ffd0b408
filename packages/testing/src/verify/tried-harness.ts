/**
 * Owns: a harness as schedules see it, however many inputs its operator has.
 * Refuses: to give it anything; a schedule does (`subject.ts`).
 */
import type { Harness } from '../harness/harness.js';
import type { OperatorHarnessOptions, RestoreOptions } from '../harness/harness-options.js';
import type { InputVerbs } from '../harness/input-port.js';
import type { OperatorHarness } from '../harness/operator-harness.js';
import type { TwoInputHarness } from '../harness/two-input-harness.js';

export interface TriedHarness {
  readonly harness: Harness<unknown>;
  /** By ordinal. */
  readonly inputs: readonly InputVerbs<unknown>[];
  /** Another one, which goes on from a snapshot of this. */
  readonly next: (changed: RestoreOptions) => TriedHarness;
}

/** What a schedule says of the first harness. */
export type ScheduleOptions = Pick<OperatorHarnessOptions, 'seed' | 'outputCredit'>;

/** Makes the first harness of a schedule. */
export type TryHarness = (options: ScheduleOptions) => TriedHarness;

export function oneInput(harness: OperatorHarness<unknown, unknown>): TriedHarness {
  const next = (changed: RestoreOptions) => oneInput(harness.restore(harness.snapshot(), changed));
  return { harness, inputs: [harness], next };
}

export function twoInputs(harness: TwoInputHarness<unknown, unknown, unknown>): TriedHarness {
  const next = (changed: RestoreOptions) => twoInputs(harness.restore(harness.snapshot(), changed));
  return { harness, inputs: [harness.first, harness.second], next };
}
