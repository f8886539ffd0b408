/**
 * J1, J10, C3, C5: interval and as-of joins give what naive loops give, whatever the order in which records
 * come, the keys, the number of subtasks, the room, and the order of steps.
 */
import fc from 'fast-check';
import { collectSink, simulate } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  fromArray,
  type KeyedStream,
  type Stream,
} from '../../index.js';

interface Item {
  readonly key: string;
  readonly at: number;
  /** Tells records of one key and time apart, in the order in which they come. */
  readonly nth: number;
}

const OUT_OF_ORDER_MS = 8;

/** In order of time, but for so much. */
const items = fc
  .array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      at: fc.nat(60),
      late: fc.nat(OUT_OF_ORDER_MS),
    }),
    {
      maxLength: 40,
    },
  )
  .map((drawn): readonly Item[] =>
    drawn
      .sort((one, other) => one.at + one.late - other.at - other.late)
      .map(({ key, at }, nth) => ({ key, at, nth })),
  );

const runs = fc.record({
  seed: fc.nat(),
  parallelism: fc.integer({ min: 1, max: 3 }),
  limits: fc.record({
    channelRecords: fc.integer({ min: 1, max: 8 }),
    runRecordsMax: fc.integer({ min: 1, max: 8 }),
    parkedRecordsMax: fc.integer({ min: 8, max: 64 }),
  }),
});

type Keyed = KeyedStream<string, Item>;

async function joinedBy(
  [left, right]: readonly [readonly Item[], readonly Item[]],
  join: (left: Keyed, right: Keyed) => Stream<readonly (Item | undefined)[]>,
  options: Parameters<typeof simulate>[1],
): Promise<readonly string[]> {
  const out = collectSink<readonly (Item | undefined)[]>();
  const job = defineJob('joined', (env) => {
    const watermarks = boundedOutOfOrderness<Item>(OUT_OF_ORDER_MS, ({ at }) => at);
    const streams = [left, right].map((each, at) =>
      env
        .fromSource(fromArray(each), { uid: `in ${String(at)}`, watermarks })
        .keyBy(({ key }) => key),
    );
    join(streams[0]!, streams[1]!).sinkTo(out, { uid: 'out' });
  });
  await simulate(job, options);
  return out.values.map((pair, at) => told(pair, out.timestamps[at]!));
}

const told = (pair: readonly (Item | undefined)[], time: number): string =>
  `${pair.map((item) => (item === undefined ? 'none' : `${item.key}${String(item.at)}#${String(item.nth)}`)).join(' ')} at ${String(time)}`;

const near = (left: readonly Item[], right: readonly Item[], lower: number, upper: number) =>
  left.flatMap((l) =>
    right
      .filter((r) => r.key === l.key && r.at >= l.at + lower && r.at <= l.at + upper)
      .map((r) => told([l, r], Math.max(l.at, r.at))),
  );

/** Of equal times, the one that came last. */
const newest = (l: Item, right: readonly Item[], toleranceMs: number): Item | undefined =>
  right
    .filter((r) => r.key === l.key && r.at <= l.at && l.at - r.at <= toleranceMs)
    .reduce<Item | undefined>(
      (best, r) => (best === undefined || r.at >= best.at ? r : best),
      undefined,
    );

describe('joins beside naive loops', () => {
  it('J1: an interval join', async () => {
    const bounds = fc.tuple(fc.integer({ min: -30, max: 30 }), fc.nat(30));
    await fc.assert(
      fc.asyncProperty(
        items,
        items,
        bounds,
        runs,
        async (left, right, [lower, length], options) => {
          const upper = lower + length;
          const pairs = await joinedBy(
            [left, right],
            (l, r) =>
              l
                .intervalJoin(r)
                .between(lower, upper)
                .apply((one, other) => [one, other], { uid: 'join' }),
            options,
          );
          expect([...pairs].sort()).toEqual(near(left, right, lower, upper).sort());
        },
      ),
      { numRuns: 120 },
    );
  });

  it('J10, J13: an as-of join', async () => {
    const tolerance = fc.constantFrom(0, 3, 20, 1_000);
    await fc.assert(
      fc.asyncProperty(items, items, tolerance, runs, async (left, right, toleranceMs, options) => {
        const answers = await joinedBy(
          [left, right],
          (l, r) =>
            l
              .asOfJoin(r)
              .within(toleranceMs)
              .keepUnmatched()
              .apply((one, other) => [one, other], { uid: 'join' }),
          options,
        );
        const expected = left.map((l) => told([l, newest(l, right, toleranceMs)], l.at));
        expect([...answers].sort()).toEqual(expected.sort());
      }),
      { numRuns: 120 },
    );
  });
});
