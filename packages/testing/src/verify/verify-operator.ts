/**
 * Owns: what a test says of an operator of one stream, to hold it to under each schedule.
 * Refuses: to try it; `verify-schedules.ts` does.
 */
import type { Key, Stream } from '@millrace/core';
import type { OperatorHarnessOptions } from '../harness/harness-options.js';
import { operatorHarness, type OperatorHarness } from '../harness/operator-harness.js';
import type { ExpectedOutput } from './compare.js';
import { oneInput, type ScheduleOptions } from './tried-harness.js';
import { givenOne, type VerifiedInput } from './verified-input.js';
import { verifySchedules, type Claim } from './verify-schedules.js';

interface Expectation<In, Out> {
  readonly input: readonly VerifiedInput<In>[];
  /**
   * The key of a record that comes out. With it the operator is also tried with one subtask and two, and
   * the order then has to hold for the records of each key.
   */
  readonly keyOf?: (value: Out) => Key;
}

/** What comes out when the input has ended: told, or computed from the input. */
export type Told<Input, Out> =
  | { readonly expected: readonly ExpectedOutput<Out>[] }
  | { readonly oracle: (input: readonly Input[]) => readonly ExpectedOutput<Out>[] };

/** What a verification says of the surroundings of an operator. */
export type VerifiedOptions = Pick<OperatorHarnessOptions, 'limits' | 'startAt'>;

export type Verification<In, Out> = {
  readonly operator: (stream: Stream<In>) => Stream<Out>;
  readonly options?: VerifiedOptions;
} & Expectation<In, Out> &
  Told<VerifiedInput<In>, Out>;

/** Makes the first harness of a schedule. */
export type CreateHarness = (options: ScheduleOptions) => OperatorHarness<unknown, unknown>;

/** What a verification needs beside the operator. */
type HarnessClaim = Expectation<unknown, unknown> & Pick<Claim, 'expected'>;

/**
 * Runs an operator under schedules that all have to come to the same: one by one, in runs, with an
 * output that is full, with snapshots and restores, and, where it has keys, with another number of
 * subtasks. Throws one error that names each schedule that fails and its first difference; answers the
 * names of the schedules.
 *
 * @example
 * ```ts
 * import { verifyOperator } from '@millrace/testing';
 *
 * interface Sale { readonly shop: string; readonly cents: number }
 * verifyOperator<Sale, Sale>({
 *   operator: (sales) => sales.filter(({ cents }) => cents > 0).map(({ shop, cents }) => ({ shop, cents: cents * 2 })),
 *   input: [{ value: { shop: 'north', cents: 1 }, timestamp: 5 }, { value: { shop: 'south', cents: 0 } }, { watermark: 9 }],
 *   expected: [{ value: { shop: 'north', cents: 2 }, timestamp: 5 }],
 *   keyOf: ({ shop }) => shop,
 * });
 * ```
 */
export function verifyOperator<In, Out>(verification: Verification<In, Out>): readonly string[] {
  const { operator, options, input } = verification;
  const expected = 'oracle' in verification ? verification.oracle(input) : verification.expected;
  const create: CreateHarness = (chosen) =>
    operatorHarness(operator, { ...options, ...chosen }) as OperatorHarness<unknown, unknown>;
  return verifyHarness(create, { ...verification, expected } as HarnessClaim);
}

/** As `verifyOperator`, for whoever makes the harness. */
export function verifyHarness(create: CreateHarness, claim: HarnessClaim): readonly string[] {
  const { input, expected, keyOf } = claim;
  return verifySchedules((options) => oneInput(create(options)), {
    input: input.map(givenOne),
    expected,
    keyOf,
    groupOf: undefined,
  });
}
