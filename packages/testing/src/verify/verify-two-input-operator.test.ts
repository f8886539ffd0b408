/**
 * Owns: the proof that `verifyTwoInputOperator` passes an operator that keeps its duties, and catches each
 *     breach of one, by the schedule that shows it.
 */
import { isMillraceError, type Stream } from '@millrace/core';
import { TwoInputHarness } from '../harness/two-input-harness.js';
import { PairOperator, type Pair, type PairFault, type Sided } from './pair-operator.fixture.js';
import { verifyTwoInputHarness, verifyTwoInputOperator } from './verify-two-input-operator.js';

const keyOfSided = (value: unknown): string => (value as Sided).key;

const described = (left: Stream<unknown>, right: Stream<unknown>): Stream<unknown> =>
  left
    .keyBy(keyOfSided)
    .connect(right.keyBy(keyOfSided))
    .process(
      { processElement1: () => undefined, processElement2: () => undefined },
      { uid: 'pairs' },
    );

/** A harness around the fixture, in the place of a process function. */
const pairing = (fault?: PairFault) => (options: object) =>
  new TwoInputHarness({
    describe: described,
    options,
    restored: undefined,
    operators: new Map([['pairs', () => new PairOperator('pairs', fault)]]),
  });

const sided = (key: string, n: number) => ({ value: { key, n } satisfies Sided, timestamp: n });
const left = (key: string, n: number) => ({ first: sided(key, n) });
const right = (key: string, n: number) => ({ second: sided(key, n) });

const input = [
  left('a', 1),
  left('a', 2),
  left('b', 3),
  right('a', 4),
  right('b', 5),
  right('a', 6),
  right('b', 7),
  { first: { watermark: 3 } },
  { second: { watermark: 2 } },
  left('b', 8),
  left('a', 9),
  left('a', 10),
  { both: { watermark: 7 } },
  right('a', 11),
  right('b', 12),
  { first: { status: 'idle' as const } },
  { second: { watermark: 10 } },
  right('a', 13),
];

const pair = (key: string, l: number, r: number) => ({
  value: { key, left: l, right: r } satisfies Pair,
  timestamp: Math.max(l, r),
});

const closed = (key: string, n: number) => ({
  value: { key, left: n, right: 'closed' } satisfies Pair,
  timestamp: n,
});

const expected = [
  ...[pair('a', 1, 4), pair('a', 2, 4), pair('b', 3, 5)],
  ...[pair('a', 1, 6), pair('a', 2, 6), pair('b', 3, 7)],
  ...[closed('a', 1), closed('a', 2)],
  { watermark: 2 },
  ...[pair('b', 8, 5), pair('b', 8, 7)],
  ...[pair('a', 9, 4), pair('a', 9, 6), pair('a', 10, 4), pair('a', 10, 6)],
  closed('b', 3),
  { watermark: 7 },
  ...[1, 2, 9, 10].map((l) => pair('a', l, 11)),
  ...[3, 8].map((l) => pair('b', l, 12)),
  ...[closed('b', 8), closed('a', 9), closed('a', 10)],
  { watermark: 10 },
  ...[1, 2, 9, 10].map((l) => pair('a', l, 13)),
  { watermark: Number.MAX_SAFE_INTEGER },
];

const keyOf = (value: unknown) => (value as Pair).key;
const groupOf = (value: unknown) => JSON.stringify(value);
const claim = { input, expected, keyOf, groupOf };

const FULL = 'with an output that is full at every other call';
const RESTORED = 'with snapshot and restore after every element';
const WITHIN_RUNS =
  'with snapshot and restore within runs of 1 to 5, while the output is full (seed 5)';
const BOTH = 'with both inputs waiting for an output that is full until the end';
const RESCALED_RUNS =
  'with one subtask that becomes two within runs of 1 to 5, while the output is full (seed 6)';

/** The schedule that shows the fault, and what is said of it. */
const caught: Readonly<Record<PairFault, readonly [schedule: string, said: RegExp]>> = {
  'takes every record for one of the first input': ['one by one', /record 1 is/],
  'takes the rest of a run for one of the first input after a restore': [WITHIN_RUNS, /record/],
  'forgets the rest of a run of the second input on restore': [WITHIN_RUNS, /record/],
  'leaves the rest of a run to another subtask than its key': [RESCALED_RUNS, /missing/],
  'forgets the second side on restore': [RESTORED, /record/],
  'emits the watermark ahead of what is parked': [
    'one by one',
    /element 7 is \{ watermark: 2 \}|makes late/,
  ],
  'invents a watermark on restore': [RESTORED, /none that the input has said/],
  'ignores credit': [FULL, /ask output\.credit/],
  'never resumes': [FULL, /resume\(\) does not go on/],
};

describe('verifyTwoInputOperator', () => {
  it('passes an operator that keeps its duties, under each schedule', () => {
    const schedules = verifyTwoInputHarness(pairing(), claim);
    expect(new Set(schedules).size).toBe(schedules.length);
    expect(schedules).toEqual(
      expect.arrayContaining(['one by one', RESTORED, WITHIN_RUNS, RESCALED_RUNS, BOTH]),
    );
    expect(schedules.length).toBeGreaterThanOrEqual(14);
  });

  it.each(Object.entries(caught))('catches an operator that %s', (fault, [schedule, said]) => {
    const failure = failureOf(() => verifyTwoInputHarness(pairing(fault as PairFault), claim));
    const line = failure.split('\n').find((told) => told.startsWith(`- ${schedule}: `));
    expect(line ?? `${failure}\nnot under: ${schedule}`).toMatch(said);
    expect(line).toBeDefined();
  });

  it('takes an oracle in place of an expectation, and says what differs', () => {
    const joined = {
      operator: (words: Stream<string>, numbers: Stream<number>) =>
        words.union(numbers.map((n) => n.toFixed(1))),
      input: [{ first: { value: 'a' } }, { second: { value: 2 } }, { processingTime: 5 }],
      groupOf: (text: string) => text,
    };
    verifyTwoInputOperator({ ...joined, oracle: () => [{ value: 'a' }, { value: '2.0' }] });
    const verify = () => verifyTwoInputOperator({ ...joined, oracle: () => [{ value: 'a' }] });
    expect(failureOf(verify)).toMatch(
      /fails under 12 of 12.*one by one: record 2 is one too many/s,
    );
  });
});

function failureOf(verify: () => unknown): string {
  try {
    verify();
  } catch (error) {
    if (isMillraceError(error) && error.code === 'OPERATOR_DIFFERS') return error.message;
    throw error;
  }
  throw new Error('nothing was caught');
}
