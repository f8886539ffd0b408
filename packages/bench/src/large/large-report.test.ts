import type { DelayRow } from '@millrace/examples/flight-delays';
import { differenceIn, largeTable, type LargeRun, reportOf } from './large-report.js';
import { memoryOf } from './memory-samples.js';
import { RowAdder, type RowSums } from './row-sums.js';

const row: DelayRow = {
  airport: 'ATL',
  day: '2001-01-10',
  flights: 4,
  delayed: 1,
  meanDelay: 2.25,
  worstDelay: 30,
};
const other: DelayRow = { ...row, airport: 'BOS' };

function sumsOf(...rows: readonly DelayRow[]): RowSums {
  const adder = new RowAdder();
  for (const one of rows) adder.add(one);
  return adder.sums();
}

describe('the sums of rows', () => {
  it('are the same in any order', () => {
    expect(sumsOf(row, other)).toEqual(sumsOf(other, row));
    expect(sumsOf(row, other)).toMatchObject({ rows: 2, flights: 8 });
  });

  it.each<[string, Partial<DelayRow>]>([
    ['airport', { airport: 'ATK' }],
    ['day', { day: '2001-01-11' }],
    ['delayed', { delayed: 2 }],
    ['meanDelay', { meanDelay: 2.5 }],
    ['worstDelay', { worstDelay: 31 }],
  ])('differ where the %s of one row does', (_, change) => {
    expect(sumsOf(other, { ...row, ...change }).checksum).not.toBe(sumsOf(other, row).checksum);
  });

  it('see a row that came twice in place of another', () => {
    expect(sumsOf(row, row, other).checksum).not.toBe(sumsOf(row, other, other).checksum);
    expect(sumsOf(row, row).checksum).not.toBe(0);
  });
});

describe('the memory seen', () => {
  it('is the first, the middle and the highest sample', () => {
    expect(memoryOf([3, 1, 9, 4, 2], 95_400_000)).toEqual({
      heapUsedMb: { samples: 5, first: 3, median: 3, max: 9 },
      rssMaxMb: 95,
    });
  });
});

describe('the report', () => {
  const memory = memoryOf([11, 12, 13], 90e6);
  const run = (sums: RowSums): LargeRun => ({
    records: 1_000,
    seconds: 4,
    cpuSeconds: 2,
    sums,
    memory,
  });
  const expected = sumsOf(row, other);
  const input = { bytes: 100_000_000, oldSpaceMb: 64, expected };
  const report = (adding: RowSums, dynamoDb: RowSums) =>
    reportOf(input, { adding: run(adding), dynamoDb: run(dynamoDb) });

  it('has the figures of the sink that adds, and the others beside them', () => {
    const figures = {
      rows: 2,
      sumsEqual: true,
      seconds: 4,
      cpuSeconds: 2,
      megabytesPerSecond: 25,
      recordsPerSecond: 250,
      ...memory,
    };
    const head = { megabytes: 100, records: 1_000, expectedRows: 2, oldSpaceMb: 64 };
    const whole = report(expected, expected);
    expect(whole).toEqual({ ...head, ...figures, dynamoDb: figures });
    expect(differenceIn(whole)).toBeUndefined();
    expect(largeTable(whole).split('\n')).toHaveLength(5);
  });

  it.each([
    [sumsOf(row), expected, 'The adding sink got 1 rows; by a plain loop it is 2.'],
    [expected, sumsOf(row), 'The dynamoDb sink got 1 rows; by a plain loop it is 2.'],
    [
      expected,
      sumsOf(row, row),
      'The dynamoDb sink got rows that differ from those of a plain loop.',
    ],
    [
      expected,
      sumsOf({ ...row, flights: 5 }, other),
      'The dynamoDb sink got rows that differ from those of a plain loop.',
    ],
  ])('says which sink got other rows', (adding, dynamoDb, sentence) => {
    expect(differenceIn(report(adding, dynamoDb))).toBe(sentence);
  });
});
