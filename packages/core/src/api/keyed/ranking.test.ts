/** J35 to J38: the best of each key, against a naive sort of all that has come. */
import { operatorHarness, verifyOperator } from '@millrace/testing';
import fc from 'fast-check';
import type { KeyedResult, TopNOptions } from '../index.js';
import type { Stream } from '../stream.js';

interface Score {
  readonly game: string;
  readonly player: string;
  readonly points: number;
  /** When it came, so that equals are told apart. */
  readonly n: number;
}

type Leaders = KeyedResult<string, readonly Score[]>;

const uid = 'leaders';
const morePoints = (one: Score, other: Score): number => other.points - one.points;
const byPlayer = ({ player }: Score): string => player;

const leaders =
  (n: number, options: TopNOptions<Score> = {}) =>
  (scores: Stream<Score>): Stream<Leaders> =>
    scores.keyBy(({ game }) => game).topN(n, morePoints, { ...options, uid });

const scripts: fc.Arbitrary<readonly Score[]> = fc
  .array(
    fc.record({
      game: fc.constantFrom('go', 'chess'),
      player: fc.constantFrom('ann', 'bob', 'cyd', 'dee'),
      points: fc.integer({ min: 0, max: 6 }),
    }),
    { maxLength: 30 },
  )
  .map((scores) => scores.map((score, n) => ({ ...score, n })));

/** What is emitted if all that came is kept, and put in order anew for each record. */
function sortedAnew(
  scores: readonly Score[],
  best: number,
  newestOf: (all: readonly Score[]) => readonly Score[],
): readonly { readonly value: Leaders; readonly timestamp: number }[] {
  const last = new Map<string, string>();
  return scores.flatMap(({ game, n }) => {
    const all = newestOf(scores.filter((one) => one.game === game && one.n <= n));
    const value = all.toSorted(morePoints).slice(0, best);
    const text = JSON.stringify(value);
    if (last.get(game) === text) return [];
    last.set(game, text);
    return [{ value: { key: game, value }, timestamp: n }];
  });
}

const inputOf = (scores: readonly Score[]) =>
  scores.map((value) => ({ value, timestamp: value.n }));
const keyOf = (one: Score | Leaders): string => ('game' in one ? one.game : one.key);

/** The newest of each player, each where it came first with the points that it still has. */
function newestOfPlayers(all: readonly Score[]): readonly Score[] {
  const places = new Map<string, { readonly since: number; readonly score: Score }>();
  for (const score of all) {
    const before = places.get(score.player);
    const isEqual = before?.score.points === score.points;
    places.set(score.player, { since: isEqual ? before.since : score.n, score });
  }
  return [...places.values()].sort((one, other) => one.since - other.since).map((one) => one.score);
}

describe('topN', () => {
  it('J35, J36: is what a sort of all records gives, however the operator is run', () => {
    fc.assert(
      fc.property(scripts, fc.integer({ min: 1, max: 4 }), (scores, n) => {
        verifyOperator<Score, Leaders>({
          operator: leaders(n),
          input: inputOf(scores),
          expected: sortedAnew(scores, n, (all) => all),
          keyOf,
        });
      }),
      { numRuns: 25 },
    );
  });

  it('J37: of each item the newest record counts; exact as long as all items are kept', () => {
    fc.assert(
      fc.property(scripts, fc.integer({ min: 1, max: 4 }), (scores, n) => {
        const options = { by: byPlayer, keptItemsMax: 4 };
        const harness = operatorHarness(leaders(n, options));
        for (const score of scores) harness.processElement(score, score.n);
        expect(harness.metrics()[uid]).toMatchObject({ numRankingsUncertain: 0 });
        verifyOperator<Score, Leaders>({
          operator: leaders(n, options),
          input: inputOf(scores),
          expected: sortedAnew(scores, n, newestOfPlayers),
          keyOf,
        });
      }),
      { numRuns: 25 },
    );
  });

  it('J38: exact with n items alone where items only rise', () => {
    fc.assert(
      fc.property(scripts, fc.integer({ min: 1, max: 3 }), (scores, n) => {
        const sums = new Map<string, number>();
        const rising = scores.map((score) => {
          const item = `${score.game} ${score.player}`;
          sums.set(item, (sums.get(item) ?? 0) + score.points + 1);
          return { ...score, points: sums.get(item)! };
        });
        const harness = operatorHarness(leaders(n, { by: byPlayer }));
        for (const score of rising) harness.processElement(score, score.n);
        harness.endInput();
        const out = harness.output.filter((one) => 'value' in one);
        expect(out).toEqual(sortedAnew(rising, n, newestOfPlayers));
        expect(harness.metrics()[uid]).toMatchObject({ numRankingsUncertain: 0 });
      }),
      { numRuns: 50 },
    );
  });

  it('J38: a ranking that may lack a forgotten item is counted, and one that does is', () => {
    fc.assert(
      fc.property(scripts, fc.integer({ min: 1, max: 3 }), (scores, n) => {
        const harness = operatorHarness(leaders(n, { by: byPlayer }));
        for (const score of scores) {
          const counted = (): number => harness.metrics()[uid]!['numRankingsUncertain']!;
          const [before, emitted] = [counted(), harness.values.length];
          harness.processElement(score, score.n);
          if (harness.values.length === emitted || counted() > before) continue;
          const all = scores.filter((one) => one.game === score.game && one.n <= score.n);
          const points = (of: readonly Score[]): readonly number[] => of.map((one) => one.points);
          const exact = newestOfPlayers(all).toSorted(morePoints).slice(0, n);
          expect(points(harness.values.at(-1)!.value)).toEqual(points(exact));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('J38: what went down past a forgotten item stands where what is kept puts it', () => {
    const harness = operatorHarness(leaders(2, { by: byPlayer }));
    const scores = [
      ['ann', 9],
      ['bob', 8],
      ['cyd', 7],
      ['ann', 1],
      ['cyd', 7],
    ] as const;
    for (const [n, [player, points]] of scores.entries()) {
      harness.processElement({ game: 'go', player, points, n }, n);
    }
    const names = harness.values.map(({ value }) => value.map(byPlayer).join(' '));
    expect(names).toEqual(['ann', 'ann bob', 'bob ann', 'bob cyd']);
    expect(harness.metrics()[uid]).toMatchObject({ numRankingsUncertain: 1 });
  });

  it('J35, J37: who has the points again that it has keeps its place among its equals', () => {
    const harness = operatorHarness(leaders(2, { by: byPlayer }));
    for (const [n, player] of ['ann', 'bob', 'ann'].entries()) {
      harness.processElement({ game: 'go', player, points: 5, n }, n);
    }
    const places = harness.values.map(({ value }) => value.map(({ n }) => n));
    expect(places).toEqual([[0], [0, 1], [2, 1]]);
  });

  it('J36: what does not rank, and what is emitted, changes nothing', () => {
    const harness = operatorHarness(leaders(1));
    for (const [n, points] of [5, 4, 5, 6].entries()) {
      harness.processElement({ game: 'go', player: 'ann', points, n }, n);
    }
    expect(harness.values.map(({ value }) => value.map(({ n }) => n))).toEqual([[0], [3]]);
  });

  it('refuses numbers that cannot be', () => {
    expect(() => operatorHarness(leaders(0))).toThrow(
      'topN cannot find the best 0; use a whole number of 1 or more',
    );
    expect(() => operatorHarness(leaders(3, { keptItemsMax: 2 }))).toThrow(
      'topN cannot keep 2 items of a key for the best 3; use a whole number that is no less',
    );
  });
});
