/**
 * Owns: holding an operator to one expectation, in whichever way its input comes.
 * Refuses: to stop at the first failure: whoever mends the operator wants to know which schedules fail.
 */
import { MillraceError, type Key, type Stream } from '@millrace/core';
import { messageOf } from '@millrace/core/connector';
import type { OutputElement } from '../harness/harness-output.js';
import {
  operatorHarness,
  type OperatorHarness,
  type OperatorHarnessOptions,
} from '../harness/operator-harness.js';
import {
  elementsDiffer,
  namesWatermarks,
  recordsDiffer,
  recordsDifferByKey,
  watermarksDiffer,
  type ExpectedOutput,
} from './compare.js';
import { KEYED_SCHEDULES, oneByOne, SCHEDULES, type Schedule } from './schedules.js';
import type { CreateHarness } from './subject.js';
import type { VerifiedInput } from './verified-input.js';
import { watermarksBreach } from './watermark-rules.js';

interface Expectation<In, Out> {
  readonly input: readonly VerifiedInput<In>[];
  /**
   * The key of a record that comes out. With it the operator is also tried with one subtask and two, and
   * the order then has to hold for the records of each key.
   */
  readonly keyOf?: (value: Out) => Key;
}

/** What comes out when the input has ended: told, or computed from the input. */
type Told<In, Out> =
  | { readonly expected: readonly ExpectedOutput<Out>[] }
  | {
      readonly oracle: (input: readonly VerifiedInput<In>[]) => readonly ExpectedOutput<Out>[];
    };

export type Verification<In, Out> = {
  readonly operator: (stream: Stream<In>) => Stream<Out>;
  readonly options?: Pick<OperatorHarnessOptions, 'limits' | 'startAt'>;
} & Expectation<In, Out> &
  Told<In, Out>;

/** What a verification needs beside the operator. */
export type Claim = Expectation<unknown, unknown> & {
  readonly expected: readonly ExpectedOutput<unknown>[];
};

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
  return verifyHarness(create, { ...verification, expected } as Claim);
}

/** As `verifyOperator`, for whoever makes the harness. */
export function verifyHarness(create: CreateHarness, claim: Claim): readonly string[] {
  const schedules = [...SCHEDULES, ...(claim.keyOf === undefined ? [] : KEYED_SCHEDULES)];
  const compared = { ...claim, timed: timedOutput(create, claim) };
  const failures = schedules.flatMap((schedule) => {
    const failure = failureUnder(schedule, create, compared);
    return failure === undefined ? [] : { name: schedule.name, ...failure };
  });
  if (failures.length > 0) throw operatorDiffers(failures, schedules.length);
  return schedules.map(({ name }) => name);
}

/** Where each watermark stands: as the expectation says, or else as it is one by one. */
type Compared = Claim & { readonly timed: readonly ExpectedOutput<unknown>[] | undefined };

function timedOutput(create: CreateHarness, { input, expected }: Claim): Compared['timed'] {
  if (namesWatermarks(expected)) return expected;
  try {
    return oneByOne.run(create, input).flatMap((element) => ('status' in element ? [] : [element]));
  } catch {
    // It is told when it is that schedule's turn.
    return undefined;
  }
}

interface Failure {
  readonly message: string;
  readonly cause?: unknown;
}

function failureUnder(
  schedule: Schedule,
  create: CreateHarness,
  compared: Compared,
): Failure | undefined {
  try {
    const output = schedule.run(create, compared.input);
    const message = difference(schedule, output, compared);
    return message === undefined ? undefined : { message };
  } catch (cause) {
    return { message: `it throws: ${messageOf(cause)}`, cause };
  }
}

function difference(
  { order, watermarks }: Schedule,
  output: readonly OutputElement<unknown>[],
  { input, expected, timed, keyOf }: Compared,
): string | undefined {
  const records =
    order === 'of-all'
      ? recordsDiffer(output, expected)
      : recordsDifferByKey(output, expected, keyOf!);
  const breach = records ?? watermarksBreach(output, input);
  if (breach !== undefined || timed === undefined || watermarks === 'collapsed') return breach;
  return order === 'of-all' ? elementsDiffer(output, timed) : watermarksDiffer(output, timed);
}

function operatorDiffers(
  failures: readonly (Failure & { readonly name: string })[],
  of: number,
): MillraceError {
  const told = failures.map(({ name, message }) => `- ${name}: ${message}`);
  const sentence = `The operator fails under ${String(failures.length)} of ${String(of)} schedules:`;
  const cause = failures.find((failure) => failure.cause !== undefined)?.cause;
  return new MillraceError('OPERATOR_DIFFERS', [sentence, ...told].join('\n'), { cause });
}
