/** J30 to J33: which record of a key passes, against a naive look at all of them. */
import { operatorHarness, verifyOperator, type VerifiedInput } from '@millrace/testing';
import fc from 'fast-check';
import type { DeduplicateOptions } from '../index.js';
import type { Stream } from '../stream.js';

interface Order {
  readonly id: string;
  readonly n: number;
}

type Element = VerifiedInput<Order>;

const uid = 'once';

const deduplicated =
  (options: DeduplicateOptions<Order> = {}) =>
  (orders: Stream<Order>): Stream<Order> =>
    orders.keyBy(({ id }) => id).deduplicate({ ...options, uid });

/** Records of a few keys, and watermarks between them that never go back. */
const inputs: fc.Arbitrary<readonly Element[]> = fc
  .array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', undefined),
      at: fc.integer({ min: 0, max: 40 }),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let mark = -1;
    return steps.flatMap(({ id, at }, n): readonly Element[] => {
      if (id !== undefined) return [{ value: { id, n }, timestamp: at }];
      if (at <= mark) return [];
      mark = at;
      return [{ watermark: at }];
    });
  });

type Expected = { readonly value: Order; readonly timestamp: number };

const recordsOf = (input: readonly Element[]): readonly Expected[] =>
  input.flatMap((one) => ('value' in one ? [one as Expected] : []));

/** The earliest of each key that is not behind a watermark which came before it, when it is passed. */
function earliestOf(input: readonly Element[]): readonly Expected[] {
  const passed = new Set<string>();
  const waiting = new Map<string, Expected>();
  const out: Expected[] = [];
  let mark = -Infinity;
  for (const element of [...input, { watermark: Infinity }]) {
    if ('value' in element) {
      const { id } = element.value;
      const { timestamp } = element as Expected;
      const before = waiting.get(id)?.timestamp ?? Infinity;
      if (passed.has(id) || timestamp <= mark || before <= timestamp) continue;
      waiting.set(id, element as Expected);
    } else if ('watermark' in element) {
      mark = element.watermark;
      const due = [...waiting.values()].filter(({ timestamp }) => timestamp <= mark);
      for (const one of due) {
        passed.add(one.value.id);
        waiting.delete(one.value.id);
      }
      out.push(...due.sort((one, other) => one.timestamp - other.timestamp));
    }
  }
  return out;
}

describe('deduplicate', () => {
  it('J31: the first of each key passes, however the operator is run', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const records = recordsOf(input);
        const expected = records.filter(
          ({ value }, at) => records.findIndex((one) => one.value.id === value.id) === at,
        );
        verifyOperator({ operator: deduplicated(), input, expected, keyOf: ({ id }) => id });
      }),
      { numRuns: 25 },
    );
  });

  it('J32: the earliest of each key passes with the watermark, however the operator is run', () => {
    const operator = deduplicated({ keep: 'earliest' });
    fc.assert(
      fc.property(inputs, (input) => {
        const harness = operatorHarness(operator);
        for (const element of input) {
          if ('value' in element) {
            harness.processElement(element.value, (element as Expected).timestamp);
          } else if ('watermark' in element) harness.processWatermark(element.watermark);
        }
        harness.endInput();
        const out = harness.output.flatMap((one) => ('value' in one ? [one as Expected] : []));
        const byTime = (one: Expected, other: Expected): number =>
          one.timestamp - other.timestamp || one.value.n - other.value.n;
        expect([...out].sort(byTime)).toEqual([...earliestOf(input)].sort(byTime));
        verifyOperator({ operator, input, expected: out, keyOf: ({ id }) => id });
      }),
      { numRuns: 25 },
    );
  });

  it('J30: what does not pass is counted', () => {
    const harness = operatorHarness(deduplicated());
    expect(harness.metrics()[uid]).toMatchObject({ numDuplicatesDropped: 0 });
    for (const [n, id] of ['a', 'b', 'a', 'a'].entries()) harness.processElement({ id, n }, n);
    expect(harness.values).toEqual([
      { id: 'a', n: 0 },
      { id: 'b', n: 1 },
    ]);
    expect(harness.metrics()[uid]).toMatchObject({ numDuplicatesDropped: 2, numRecordsOut: 2 });
  });

  it('J30, J32, T4: of the earliest, late ones and others are told apart', () => {
    const harness = operatorHarness(deduplicated({ keep: 'earliest' }));
    harness.processElement({ id: 'a', n: 0 }, 20);
    harness.processElement({ id: 'a', n: 1 }, 15);
    harness.processElement({ id: 'a', n: 2 }, 15);
    harness.processWatermark(14);
    expect(harness.values).toEqual([]);
    harness.processElement({ id: 'a', n: 3 }, 14);
    harness.processElement({ id: 'b', n: 4 }, 13);
    harness.processWatermark(15);
    harness.processElement({ id: 'a', n: 5 }, 1);
    expect(harness.output).toEqual([
      { watermark: 14 },
      { value: { id: 'a', n: 1 }, timestamp: 15 },
      { watermark: 15 },
    ]);
    const counted = { numDuplicatesDropped: 3, numLateRecordsDropped: 2 };
    expect(harness.metrics()[uid]).toMatchObject(counted);
  });

  it('J33: a key is forgotten by the clock, counted from when its record passed', () => {
    const harness = operatorHarness(deduplicated({ ttl: { ttlMs: 100 } }));
    harness.processElement({ id: 'a', n: 0 });
    harness.setProcessingTime(60);
    harness.processElement({ id: 'a', n: 1 });
    harness.setProcessingTime(99);
    harness.processElement({ id: 'a', n: 2 });
    harness.setProcessingTime(101);
    harness.processElement({ id: 'a', n: 3 });
    expect(harness.values.map(({ n }) => n)).toEqual([0, 3]);
  });

  it('J33: the earliest waits for its watermark however long that takes', () => {
    const harness = operatorHarness(deduplicated({ keep: 'earliest', ttl: { ttlMs: 100 } }));
    harness.processElement({ id: 'a', n: 0 }, 5);
    harness.setProcessingTime(1_000);
    harness.processWatermark(5);
    harness.processElement({ id: 'a', n: 1 }, 6);
    harness.setProcessingTime(1_200);
    harness.processElement({ id: 'a', n: 2 }, 7);
    harness.processWatermark(7);
    expect(harness.values.map(({ n }) => n)).toEqual([0, 2]);
  });

  it('says what is wrong with a record or an option', () => {
    const harness = operatorHarness(deduplicated({ keep: 'earliest' }));
    expect(() => harness.processElement({ id: 'a', n: 0 })).toThrow(
      `once failed at key "a": deduplicate with keep: 'earliest' got a record without a timestamp`,
    );
    const keep = 'last' as 'first';
    expect(() => operatorHarness(deduplicated({ keep }))).toThrow(
      "deduplicate cannot keep \"last\"; use 'first' or 'earliest'",
    );
  });
});
