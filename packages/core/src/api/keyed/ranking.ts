/**
 * Owns: `topN` as a process function: the best records of a key in their order, and what becomes of those
 * behind them.
 * Refuses: to keep more than `keptItemsMax` records of a key.
 *
 * J35. Of equals, that which came first stays ahead. J36. A ranking is emitted when it is another than
 *      before. J37. A newer record of an item takes the older one's place; as its equal, also in order.
 *      J38. What is pushed out is forgotten; a ranking that may lack it is emitted, and counted.
 */
import { MillraceError } from '../../model/error.js';
import type { CountingProcessFunction } from '../../model/process-function.js';
import type { ValueStateDeclaration } from '../../model/state-declaration.js';
import type { KeyedResult } from './keyed-result.js';
import type { RecordOptions } from '../operator-options.js';
import { valueState } from '../states.js';

/** As for `Array.sort`: less than 0 where `one` stands ahead of `other`. */
export type Compare<T> = (one: T, other: T) => number;

/** Of what the records of `topN` tell, and how many are kept. */
export interface TopNOptions<T> extends RecordOptions<T> {
  /** Which item a record tells of; of one item the newest record counts. Default: each is an item. */
  readonly by?: (value: T) => string | number | bigint | boolean;
  /** How many items of a key are kept, so that some can move up where one goes down. Default: `n`. */
  readonly keptItemsMax?: number;
}

export interface Ranking<T> {
  readonly n: number;
  readonly compare: Compare<T>;
  readonly by: TopNOptions<T>['by'];
  readonly keptItemsMax: number;
}

/** What is kept for a key. Its items are never changed in place: they may be on their way. */
interface Kept<T> {
  readonly items: readonly T[];
  /** The best of those that were pushed out, where there are some. */
  readonly forgotten: { readonly value: T } | undefined;
}

const NOTHING: Kept<never> = { items: [], forgotten: undefined };
const UNCERTAIN = 'numRankingsUncertain';

type States<T> = { readonly kept: ValueStateDeclaration<Kept<T>> };

export function ranking<K, T>(
  described: Ranking<T>,
): CountingProcessFunction<K, T, KeyedResult<K, readonly T[]>, States<T>> {
  refuseImpossible(described);
  const { n } = described;
  return {
    state: { kept: valueState<Kept<T>>() },
    counters: [UNCERTAIN],
    processElement: (value, { key, state, count }, out) => {
      const before = state.kept.value() ?? NOTHING;
      const after = withRecord(before, value, described);
      if (after === before) return;
      state.kept.update(after);
      const best = after.items.slice(0, n);
      if (isSame(best, before.items)) return;
      if (isUncertain(best, after, described)) count(UNCERTAIN);
      out.collect({ key, value: best });
    },
  };
}

function withRecord<T>(kept: Kept<T>, value: T, described: Ranking<T>): Kept<T> {
  const { compare, keptItemsMax } = described;
  const at = placeOfItem(kept.items, value, described);
  if (at !== -1 && compare(value, kept.items[at]!) === 0) {
    return { ...kept, items: kept.items.with(at, value) };
  }
  const others = at === -1 ? kept.items : kept.items.toSpliced(at, 1);
  const place = placeAmong(others, value, compare);
  if (place === keptItemsMax) return forgetting(kept, value, described);
  const items = others.toSpliced(place, 0, value);
  if (items.length <= keptItemsMax) return { ...kept, items };
  return forgetting({ ...kept, items: items.slice(0, -1) }, items.at(-1)!, described);
}

function placeOfItem<T>(items: readonly T[], value: T, { by }: Ranking<T>): number {
  if (by === undefined) return -1;
  const item = by(value);
  return items.findIndex((each) => by(each) === item);
}

/** From behind: most records of a long stream are not among the best. */
function placeAmong<T>(items: readonly T[], value: T, compare: Compare<T>): number {
  let place = items.length;
  while (place > 0 && compare(value, items[place - 1]!) < 0) place -= 1;
  return place;
}

/** Only where items can go down does it matter what would have moved up. */
function forgetting<T>(kept: Kept<T>, value: T, { by, compare }: Ranking<T>): Kept<T> {
  const { forgotten } = kept;
  if (by === undefined || (forgotten !== undefined && compare(value, forgotten.value) >= 0)) {
    return kept;
  }
  return { ...kept, forgotten: { value } };
}

function isUncertain<T>(
  best: readonly T[],
  { forgotten }: Kept<T>,
  { compare }: Ranking<T>,
): boolean {
  return forgotten !== undefined && compare(forgotten.value, best.at(-1)!) < 0;
}

function isSame<T>(best: readonly T[], before: readonly T[]): boolean {
  return best.length <= before.length && best.every((item, at) => item === before[at]);
}

function refuseImpossible<T>({ n, keptItemsMax }: Ranking<T>): void {
  if (!(Number.isSafeInteger(n) && n > 0)) {
    throw topNInvalid(`find the best ${String(n)}; use a whole number of 1 or more`);
  }
  if (Number.isSafeInteger(keptItemsMax) && keptItemsMax >= n) return;
  throw topNInvalid(
    `keep ${String(keptItemsMax)} items of a key for the best ${String(n)}; use a whole number that is no less`,
  );
}

function topNInvalid(what: string): MillraceError {
  return new MillraceError('TOP_N_INVALID', `topN cannot ${what}`);
}
