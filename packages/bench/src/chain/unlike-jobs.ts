/**
 * Owns: the eight jobs that a process has run before a warm measurement: numbers, strings, objects
 * and arrays, through chains of several lengths.
 * Refuses: to know a library; each case says how its library runs one.
 *
 * They make what a real process makes: call sites that have seen many functions and many shapes of
 * value. Every library runs the same ones.
 */

export type UnlikeStep =
  | { readonly kind: 'map'; readonly map: (value: unknown) => unknown }
  | { readonly kind: 'filter'; readonly filter: (value: unknown) => boolean };

export interface UnlikeJob {
  readonly name: string;
  /** The integers from 0 to here, this one left out, go in. */
  readonly records: number;
  readonly steps: readonly UnlikeStep[];
  /** The keyed workload's libraries group what comes out, and keep the last of each group. */
  readonly keyOf: (value: unknown) => string | number;
}

const RECORDS = 200_000;

function map<T, R>(step: (value: T) => R): UnlikeStep {
  return { kind: 'map', map: step as (value: unknown) => unknown };
}

function filter<T>(step: (value: T) => boolean): UnlikeStep {
  return { kind: 'filter', filter: step as (value: unknown) => boolean };
}

function unlikeJob<T>(
  name: string,
  steps: readonly UnlikeStep[],
  keyOf: (value: T) => string | number,
): UnlikeJob {
  return { name, records: RECORDS, steps, keyOf: keyOf as UnlikeJob['keyOf'] };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Order {
  readonly id: string;
  readonly lines: readonly number[];
}

export const UNLIKE_JOBS: readonly UnlikeJob[] = [
  unlikeJob('halves', [map((n: number) => n / 2), filter((n: number) => n > 10)], (n: number) =>
    Math.floor(n % 10),
  ),
  unlikeJob(
    'texts',
    [map((n: number) => `n${String(n)}`), filter((text: string) => text.endsWith('7'))],
    (text: string) => text.slice(-2),
  ),
  unlikeJob(
    'points',
    [map((n: number): Point => ({ x: n, y: -n })), filter((point: Point) => point.x % 2 === 0)],
    (point: Point) => point.x % 16,
  ),
  unlikeJob(
    'pairs',
    [map((n: number) => [n, n * n]), filter((pair: number[]) => pair[1]! % 5 !== 0)],
    (pair: number[]) => pair[0]! % 8,
  ),
  unlikeJob(
    'orders',
    [
      map((n: number): Order => ({ id: `order-${String(n % 50)}`, lines: [n, n + 1] })),
      map((order: Order) => ({ ...order, total: order.lines.length })),
      filter((order: Order & { total: number }) => order.total > 1),
    ],
    (order: Order) => order.id,
  ),
  unlikeJob('evens', [filter((n: number) => n % 2 === 0)], (n: number) => n % 3),
  unlikeJob(
    'lengths',
    [
      map((n: number) => String(n)),
      map((text: string) => text.length),
      map((length: number) => ({ length })),
    ],
    ({ length }: { length: number }) => length,
  ),
  unlikeJob(
    'flags',
    [
      filter((n: number) => n % 3 !== 1),
      map((n: number) => n % 2 === 0),
      filter((flag: boolean) => flag),
      map((flag: boolean) => [String(flag)]),
    ],
    (flags: string[]) => flags[0]!,
  ),
];
