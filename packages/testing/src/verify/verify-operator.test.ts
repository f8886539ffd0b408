/**
 * Owns: the proof that `verifyOperator` passes an operator that keeps its duties, and catches each
 *     breach of one, by the schedule that shows it.
 */
import { isMillraceError, type Stream } from '@millrace/core';
import { OperatorHarness } from '../harness/operator-harness.js';
import { SumOperator, type Amount, type Fault, type Sum } from './sum-operator.fixture.js';
import { verifyHarness, verifyOperator, type CreateHarness } from './verify-operator.js';

const described = (stream: Stream<unknown>): Stream<unknown> =>
  stream.keyBy((value) => (value as Amount).key).reduce((a) => a, { uid: 'sums' });

/** A harness around the fixture, in the place of a reduce. */
const summing =
  (fault?: Fault): CreateHarness =>
  (options) =>
    new OperatorHarness({
      describe: described,
      options,
      restored: undefined,
      operators: new Map([['sums', () => new SumOperator('sums', fault)]]),
    });

const amount = (key: string, timestamp: number) => ({ value: { key, amount: 1 }, timestamp });

const input = [
  amount('a', 1),
  amount('b', 2),
  amount('c', 3),
  amount('a', 4),
  { watermark: 5 },
  amount('b', 11),
  { watermark: 10 },
  { watermark: 19 },
  amount('d', 21),
  amount('a', 22),
];

const sums = (key: string, sum: number, timestamp: number) =>
  [1, 2].map(() => ({ value: { key, sum, is: 'so far' } satisfies Sum, timestamp }));
const total = (key: string, sum: number, timestamp: number) => ({
  value: { key, sum, is: 'total' } satisfies Sum,
  timestamp,
});

const expected = [
  ...sums('a', 1, 1),
  ...sums('b', 1, 2),
  ...sums('c', 1, 3),
  ...sums('a', 2, 4),
  { watermark: 5 },
  ...sums('b', 2, 11),
  ...[total('a', 2, 9), total('b', 2, 9), total('c', 1, 9)],
  { watermark: 10 },
  total('b', 2, 19),
  { watermark: 19 },
  ...sums('d', 1, 21),
  ...sums('a', 3, 22),
  ...[total('d', 1, 29), total('a', 3, 29)],
  { watermark: Number.MAX_SAFE_INTEGER },
];

const keyOf = (value: unknown) => (value as Sum).key;
const claim = { input, expected, keyOf };

const RESTORED = 'with snapshot and restore after every element';
const SECOND = 'with snapshot and restore after every second element';
const FULL = 'with an output that is full at every other call';
const RESTORED_FULL = 'with snapshot and restore while the output is full';
const RESCALED = 'with one subtask and two in turn, by snapshot and restore after every element';

/** The schedule that shows the fault, and what is said of it. */
const caught: Readonly<Record<Fault, readonly [schedule: string, said: RegExp]>> = {
  'drops the last record of a run': ['in runs of 1 to 100 (seed 4)', /missing|is \{/],
  'ignores credit': [FULL, /ask output\.credit/],
  'never resumes': [FULL, /resume\(\) does not go on/],
  'emits the watermark before the timers': ['one by one', /watermark 10 stands before/],
  'lets the watermark go back': ['in runs of 1 to 2 (seed 1)', /goes back from 10 to 5/],
  'invents a watermark': [
    'in runs of 1 to 2 (seed 1)',
    /watermark 4 is none that the input has said/,
  ],
  'shares state between keys': ['one by one', /record 3 is/],
  'forgets state on restore': [RESTORED, /record 7 is .*sum: 1.*sum: 2/s],
  'forgets timers on restore': [SECOND, /record \d+ is/],
  'forgets parked output on restore': [RESTORED_FULL, /record 2 is/],
  'forgets the watermark that is on its way on restore': [RESTORED_FULL, /element 15 is/],
  'restores timers in another order': [RESTORED, /record 11 is/],
  'emits anew what it emitted before a restore': [RESTORED, /record 3 is/],
  'keeps a sum in a field that no snapshot sees': [RESTORED, /record 7 is/],
  'takes every key group on restore': [RESCALED, /of key '.'/],
};

describe('verifyOperator', () => {
  it('passes an operator that keeps its duties, under each of at least five schedules', () => {
    const schedules = verifyHarness(summing(), claim);
    expect(schedules).toEqual(
      expect.arrayContaining(['one by one', RESTORED, SECOND, FULL, RESCALED]),
    );
    expect(new Set(schedules).size).toBeGreaterThanOrEqual(12);
  });

  it.each(Object.entries(caught))('catches an operator that %s', (fault, [schedule, said]) => {
    const failure = failureOf(() => verifyHarness(summing(fault as Fault), claim));
    const line = failure.split('\n').find((told) => told.startsWith(`- ${schedule}: `));
    expect(line ?? failure).toMatch(new RegExp(`^- ${schedule.replace(/[()]/g, '\\$&')}`));
    expect(failure).toMatch(said);
  });

  it('finds watermarks before timers also where the expectation names none', () => {
    const records = expected.filter((element) => 'value' in element);
    const failure = failureOf(() =>
      verifyHarness(summing('emits the watermark before the timers'), { input, expected: records }),
    );
    expect(failure).toMatch(/- one by one: the watermark 10 stands before .* which it makes late/s);
  });

  it('catches an output that is missing, one too many, and another timestamp', () => {
    const verify = (records: typeof expected) => () =>
      verifyHarness(summing(), { input, expected: records });
    expect(failureOf(verify(expected.filter((_, at) => at !== 0)))).toMatch(
      /one by one: record 2 is/,
    );
    expect(failureOf(verify([...expected, total('z', 1, 1)]))).toMatch(
      /record 21 is missing.*'z'/s,
    );
    expect(failureOf(verify(expected.slice(0, 2)))).toMatch(/record 3 is one too many/);
    const later = expected.map((element) =>
      'value' in element ? { ...element, timestamp: 5 } : element,
    );
    expect(failureOf(verify(later))).toMatch(/record 1 is .*timestamp: 1.*timestamp: 5/s);
  });

  it('takes an oracle in place of an expectation', () => {
    const doubled = {
      operator: (numbers: Stream<number>) => numbers.map((n) => n * 2),
      input: [{ value: 1 }, { watermark: 5 }, { value: 2 }],
    };
    verifyOperator({ ...doubled, oracle: () => [{ value: 2 }, { value: 4 }] });
    expect(failureOf(() => verifyOperator({ ...doubled, oracle: () => [{ value: 3 }] }))).toMatch(
      /fails under 11 of 11.*record 1 is.*value: 2.*value: 3/s,
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
