/** Owns: both joins by time under every schedule, with late records, beside an oracle that hears of watermarks. */
import fc from 'fast-check';
import { verifyTwoInputOperator, type VerifiedTwoInput } from '@millrace/testing';
import type { Stream, Timestamp } from '../../index.js';

interface Item {
  readonly key: string;
  readonly nth: number;
}

type Input = VerifiedTwoInput<Item, Item>;
type Row = readonly [key: string, left: number, right: number | undefined];

interface Placed {
  readonly item: Item;
  readonly at: Timestamp;
  /** The watermark when it came. */
  readonly watermark: Timestamp;
  readonly side: 0 | 1;
}

const drawn = (keys: readonly string[]) =>
  fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          key: fc.constantFrom(...keys),
          at: fc.nat(40),
          side: fc.constantFrom(0, 1),
        }),
      },
      { weight: 1, arbitrary: fc.record({ watermark: fc.nat(40) }) },
    ),
    { maxLength: 25 },
  );

/** Both inputs have one watermark, which does not go back. */
const inputs = (...keys: readonly string[]) =>
  drawn(keys).map((elements): { input: readonly Input[]; placed: readonly Placed[] } => {
    const [input, placed]: [Input[], Placed[]] = [[], []];
    let watermark = Number.MIN_SAFE_INTEGER;
    for (const [nth, element] of elements.entries()) {
      if ('watermark' in element) {
        if (element.watermark <= watermark) continue;
        watermark = element.watermark;
        input.push({ both: { watermark } });
        continue;
      }
      const item = { key: element.key, nth };
      const record = { value: item, timestamp: element.at };
      input.push(element.side === 0 ? { first: record } : { second: record });
      placed.push({ item, at: element.at, watermark, side: element.side });
    }
    return { input, placed };
  });

const rowOf = (left: Placed, right: Placed | undefined): Row => [
  left.item.key,
  left.item.nth,
  right?.item.nth,
];

/** J1, J2: each pair when the second of it comes, unless time has passed both. */
function pairsOf(placed: readonly Placed[], lower: number, upper: number) {
  return placed.flatMap((one, nth) =>
    placed.slice(0, nth).flatMap((before) => {
      if (before.side === one.side || before.item.key !== one.item.key) return [];
      const [left, right] = one.side === 0 ? [one, before] : [before, one];
      const time = Math.max(left.at, right.at);
      const isNear = right.at >= left.at + lower && right.at <= left.at + upper;
      // A pair with a record that was late when it came was behind the watermark already.
      if (!isNear || time <= one.watermark) return [];
      return [{ value: rowOf(left, right), timestamp: time }];
    }),
  );
}

/** J10, J12: of what had come by then, the newest that is not later. */
function answersOf(placed: readonly Placed[]) {
  return placed
    .filter(({ side, at, watermark }) => side === 0 && at > watermark)
    .map((left) => {
      const rights = placed.filter(
        (right) =>
          right.side === 1 &&
          right.item.key === left.item.key &&
          right.at <= left.at &&
          // It came before the left was answered.
          right.watermark < left.at,
      );
      const newest = rights.reduce<Placed | undefined>(
        (best, right) => (best === undefined || right.at >= best.at ? right : best),
        undefined,
      );
      return { value: rowOf(left, newest), timestamp: left.at };
    })
    .sort((one, other) => one.timestamp - other.timestamp);
}

const together = (row: Row): string => JSON.stringify(row);

describe('joins by time under every schedule', () => {
  it('J1, J2, J4, K2, K8: an interval join', () => {
    const bounds = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.nat(20));
    fc.assert(
      fc.property(inputs('a', 'b'), bounds, ({ input, placed }, [lower, length]) => {
        verifyTwoInputOperator<Item, Item, Row>({
          operator: (left: Stream<Item>, right: Stream<Item>) =>
            left
              .keyBy(({ key }) => key)
              .intervalJoin(right.keyBy(({ key }) => key))
              .between(lower, lower + length)
              .apply((l, r): Row => [l.key, l.nth, r.nth], { uid: 'join' }),
          input,
          expected: pairsOf(placed, lower, lower + length),
          keyOf: together,
        });
      }),
      { numRuns: 40 },
    );
  });

  // Of one key: in which order keys are answered that have records of one time is not promised.
  it('J10, J12, J13, K2, K8: an as-of join', () => {
    fc.assert(
      fc.property(inputs('a'), ({ input, placed }) => {
        verifyTwoInputOperator<Item, Item, Row>({
          operator: (left: Stream<Item>, right: Stream<Item>) =>
            left
              .keyBy(({ key }) => key)
              .asOfJoin(right.keyBy(({ key }) => key))
              .keepUnmatched()
              .apply((l, r): Row => [l.key, l.nth, r?.nth], { uid: 'join' }),
          input,
          expected: answersOf(placed),
          keyOf: together,
        });
      }),
      { numRuns: 40 },
    );
  });
});
