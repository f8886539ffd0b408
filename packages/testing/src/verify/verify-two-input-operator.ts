/**
 * Owns: what a test says of an operator of two streams, to hold it to under each schedule.
 * Refuses: to try it; `verify-schedules.ts` does.
 */
import type { Key } from '@millrace/core';
import {
  twoInputHarness,
  type DescribeTwo,
  type TwoInputHarness,
} from '../harness/two-input-harness.js';
import { twoInputs, type ScheduleOptions } from './tried-harness.js';
import { givenTwo, type VerifiedTwoInput } from './verified-input.js';
import type { Told, VerifiedOptions } from './verify-operator.js';
import { verifySchedules, type Claim } from './verify-schedules.js';

interface TwoInputExpectation<L, R, Out> {
  /** Each element says by which input it comes. */
  readonly input: readonly VerifiedTwoInput<L, R>[];
  /**
   * The key of a record that comes out. With it the operator is also tried with one subtask and two, and
   * the order then has to hold for the records of each key.
   */
  readonly keyOf?: (value: Out) => Key;
  /**
   * For an operator whose records are the same in whichever order its inputs come, as those of a join: the
   * group within which their order is the same as well, which may be as small as the record itself. With it
   * the operator is also tried with both inputs waiting beside each other.
   */
  readonly groupOf?: (value: Out) => Key;
}

export type TwoInputVerification<L, R, Out> = {
  readonly operator: DescribeTwo<L, R, Out>;
  readonly options?: VerifiedOptions;
} & TwoInputExpectation<L, R, Out> &
  Told<VerifiedTwoInput<L, R>, Out>;

type AnyTwoInputHarness = TwoInputHarness<unknown, unknown, unknown>;

/** What a verification needs beside the operator. */
type TwoInputClaim = TwoInputExpectation<unknown, unknown, unknown> & Pick<Claim, 'expected'>;

/**
 * Runs an operator of two streams under the schedules of `verifyOperator`, with elements that come by the
 * first input, the second, or both.
 *
 * @example
 * ```ts
 * import type { Collector } from '@millrace/core';
 * import { verifyTwoInputOperator } from '@millrace/testing';
 *
 * verifyTwoInputOperator<string, number, string>({
 *   operator: (words, numbers) =>
 *     words.connect(numbers).process({
 *       processElement1: (word, _context, out: Collector<string>) => out.collect(word),
 *       processElement2: (n, _context, out: Collector<string>) => out.collect(n.toFixed(1)),
 *     }),
 *   input: [{ first: { value: 'a', timestamp: 5 } }, { second: { value: 2 } }, { both: { watermark: 9 } }],
 *   expected: [{ value: 'a', timestamp: 5 }, { value: '2.0' }],
 *   groupOf: (text) => text,
 * });
 * ```
 */
export function verifyTwoInputOperator<L, R, Out>(
  verification: TwoInputVerification<L, R, Out>,
): readonly string[] {
  const { operator, options, input } = verification;
  const expected = 'oracle' in verification ? verification.oracle(input) : verification.expected;
  const create = (chosen: ScheduleOptions): AnyTwoInputHarness =>
    twoInputHarness(operator, { ...options, ...chosen }) as AnyTwoInputHarness;
  return verifyTwoInputHarness(create, { ...verification, expected } as TwoInputClaim);
}

/** As `verifyTwoInputOperator`, for whoever makes the harness. */
export function verifyTwoInputHarness(
  create: (options: ScheduleOptions) => AnyTwoInputHarness,
  { input, expected, keyOf, groupOf }: TwoInputClaim,
): readonly string[] {
  return verifySchedules((options) => twoInputs(create(options)), {
    input: input.flatMap(givenTwo),
    expected,
    keyOf,
    groupOf,
  });
}
