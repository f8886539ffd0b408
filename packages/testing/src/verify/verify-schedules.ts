/**
 * Owns: holding an operator to one expectation, in whichever way its input comes.
 * Refuses: to stop at the first failure: whoever mends the operator wants to know which schedules fail.
 */
import { MillraceError, type Key } from '@millrace/core';
import { messageOf } from '@millrace/core/connector';
import type { OutputElement } from '../harness/harness-output.js';
import {
  elementsDiffer,
  namesWatermarks,
  recordsDiffer,
  recordsDifferByKey,
  watermarksDiffer,
  type ExpectedOutput,
} from './compare.js';
import {
  KEYED_SCHEDULES,
  oneByOne,
  SCHEDULES,
  UNORDERED_KEYED_SCHEDULES,
  UNORDERED_SCHEDULES,
  type Schedule,
} from './schedules.js';
import type { TryHarness } from './tried-harness.js';
import type { GivenElement } from './verified-input.js';
import { watermarksBreach } from './watermark-rules.js';

type KeyOfOutput = ((value: unknown) => Key) | undefined;

/** What is held against an operator. */
export interface Claim {
  readonly input: readonly GivenElement[];
  readonly expected: readonly ExpectedOutput<unknown>[];
  /** Only where records have keys, so that subtasks may be more or fewer. */
  readonly keyOf: KeyOfOutput;
  /** Only where the order between two inputs does not matter: within which groups order holds. */
  readonly groupOf: KeyOfOutput;
}

/** Throws one error that names each schedule that fails; answers the names of all. */
export function verifySchedules(tryHarness: TryHarness, claim: Claim): readonly string[] {
  const schedules = schedulesOf(claim);
  const compared = { ...claim, timed: timedOutput(tryHarness, claim) };
  const failures = schedules.flatMap((schedule) => {
    const failure = failureUnder(schedule, tryHarness, compared);
    return failure === undefined ? [] : { name: schedule.name, ...failure };
  });
  if (failures.length > 0) throw operatorDiffers(failures, schedules.length);
  return schedules.map(({ name }) => name);
}

function schedulesOf({ keyOf, groupOf }: Claim): readonly Schedule[] {
  const keyed = keyOf === undefined ? [] : KEYED_SCHEDULES;
  if (groupOf === undefined) return [...SCHEDULES, ...keyed];
  const unorderedKeyed = keyOf === undefined ? [] : UNORDERED_KEYED_SCHEDULES;
  return [...SCHEDULES, ...keyed, ...UNORDERED_SCHEDULES, ...unorderedKeyed];
}

/** Where each watermark stands: as the expectation says, or else as it is one by one. */
type Compared = Claim & { readonly timed: readonly ExpectedOutput<unknown>[] | undefined };

function timedOutput(tryHarness: TryHarness, { input, expected }: Claim): Compared['timed'] {
  if (namesWatermarks(expected)) return expected;
  try {
    const output = oneByOne.run(tryHarness, input);
    return output.flatMap((element) => ('status' in element ? [] : [element]));
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
  tryHarness: TryHarness,
  compared: Compared,
): Failure | undefined {
  try {
    const output = schedule.run(tryHarness, compared.input);
    const message = difference(schedule, output, compared);
    return message === undefined ? undefined : { message };
  } catch (cause) {
    return { message: `it throws: ${messageOf(cause)}`, cause };
  }
}

function difference(
  { order, watermarks }: Schedule,
  output: readonly OutputElement<unknown>[],
  { input, expected, timed, keyOf, groupOf }: Compared,
): string | undefined {
  const within = { 'of-all': undefined, 'of-each-key': keyOf, 'of-each-group': groupOf }[order];
  const records =
    within === undefined
      ? recordsDiffer(output, expected)
      : recordsDifferByKey(output, expected, within);
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
