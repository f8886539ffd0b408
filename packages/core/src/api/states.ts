/**
 * Owns: how a user declares state.
 * Refuses: to hold it, and options that no state has.
 */
import type { AggregateFunction } from '../model/aggregate.js';
import { MillraceError } from '../model/error.js';
import type {
  AggregatingStateDeclaration,
  ListStateDeclaration,
  MapStateDeclaration,
  OperatorStateDeclaration,
  ReducingStateDeclaration,
  StateOptions,
  StateTtl,
  ValueStateDeclaration,
} from '../model/state-declaration.js';
import { refuseUnknownOptions, type OptionNames } from '../model/unknown-option.js';

const STATE_OPTIONS: OptionNames<StateOptions> = { ttl: true };
const TTL_OPTIONS: OptionNames<StateTtl> = { ttlMs: true, update: true, visibility: true };
const UPDATES = ['create-and-write', 'read-and-write', undefined];
const VISIBILITIES = ['never-return-expired', 'return-expired-if-not-cleaned-up', undefined];

/**
 * One value for each key. `update(undefined)` clears it.
 *
 * @example
 * ```ts
 * import { hours, valueState } from '@millrace/core';
 *
 * const lastSeen = valueState<{ readonly at: number }>({ ttl: { ttlMs: hours(1) } });
 * console.log(lastSeen.kind, lastSeen.ttl?.ttlMs); // value 3600000
 * ```
 */
export function valueState<V>(options: StateOptions = {}): ValueStateDeclaration<V> {
  return { kind: 'value', ttl: ttlOf('valueState', options) };
}

/**
 * A list for each key. With a TTL each entry expires by itself.
 *
 * @example
 * ```ts
 * import { listState } from '@millrace/core';
 *
 * const alerts = listState<string>();
 * console.log(alerts.kind); // list
 * ```
 */
export function listState<V>(options: StateOptions = {}): ListStateDeclaration<V> {
  return { kind: 'list', ttl: ttlOf('listState', options) };
}

/**
 * A map for each key, whose order is kept, also over a restore. With a TTL each entry expires by itself.
 *
 * @example
 * ```ts
 * import { mapState, minutes } from '@millrace/core';
 *
 * const items = mapState<string, number>({ ttl: { ttlMs: minutes(30), update: 'read-and-write' } });
 * console.log(items.kind, items.ttl?.update); // map read-and-write
 * ```
 */
export function mapState<UK extends string | number | bigint | boolean, UV>(
  options: StateOptions = {},
): MapStateDeclaration<UK, UV> {
  return { kind: 'map', ttl: ttlOf('mapState', options) };
}

/**
 * What is added for each key, reduced to one value of the same type. The first is kept as it is.
 *
 * @example
 * ```ts
 * import { reducingState } from '@millrace/core';
 *
 * const longest = reducingState((a: string, b: string) => (b.length > a.length ? b : a));
 * console.log(longest.reduce('ab', 'abc')); // abc
 * ```
 */
export function reducingState<V>(
  reduce: (reduced: V, value: V) => V,
  options: StateOptions = {},
): ReducingStateDeclaration<V> {
  return { kind: 'reducing', ttl: ttlOf('reducingState', options), reduce };
}

/**
 * What is added for each key, in an accumulator; its result is read.
 *
 * @example
 * ```ts
 * import { aggregatingState } from '@millrace/core';
 *
 * const mean = aggregatingState({
 *   createAccumulator: () => ({ count: 0, sum: 0 }),
 *   add: ({ count, sum }, value: number) => ({ count: count + 1, sum: sum + value }),
 *   getResult: ({ count, sum }) => sum / count,
 * });
 * console.log(mean.kind); // aggregating
 * ```
 */
export function aggregatingState<In, Acc, Out>(
  aggregate: AggregateFunction<In, Acc, Out>,
  options: StateOptions = {},
): AggregatingStateDeclaration<In, Acc, Out> {
  return { kind: 'aggregating', ttl: ttlOf('aggregatingState', options), aggregate };
}

/**
 * A list of the operator's own, which belongs to no key. Where another number of subtasks goes on from a
 * snapshot, `split` shares the entries out among them, and `union` gives all of them to each.
 *
 * @example
 * ```ts
 * import { operatorListState } from '@millrace/core';
 *
 * const offsets = operatorListState<number>({ redistribution: 'split' });
 * console.log(offsets.redistribution); // split
 * ```
 */
export function operatorListState<V>({
  redistribution,
}: Pick<OperatorStateDeclaration<V>, 'redistribution'>): OperatorStateDeclaration<V> {
  return { kind: 'operator-list', ttl: undefined, redistribution };
}

function ttlOf(maker: string, options: StateOptions): StateTtl | undefined {
  refuseUnknownOptions(maker, options, STATE_OPTIONS);
  const { ttl } = options;
  if (ttl === undefined) return undefined;
  refuseUnknownOptions(`the ttl of ${maker}`, ttl, TTL_OPTIONS);
  const { ttlMs, update, visibility } = ttl;
  if (!(Number.isSafeInteger(ttlMs) && ttlMs > 0)) {
    throw ttlInvalid(
      maker,
      `a ttlMs of ${String(ttlMs)}`,
      'a whole number of milliseconds, 1 or more',
    );
  }
  if (!UPDATES.includes(update)) {
    throw ttlInvalid(maker, `the update "${String(update)}"`, 'create-and-write or read-and-write');
  }
  if (!VISIBILITIES.includes(visibility)) {
    const known = 'never-return-expired or return-expired-if-not-cleaned-up';
    throw ttlInvalid(maker, `the visibility "${String(visibility)}"`, known);
  }
  return { ...ttl };
}

function ttlInvalid(maker: string, has: string, use: string): MillraceError {
  return new MillraceError('STATE_TTL_INVALID', `the ttl of ${maker} has ${has}; use ${use}`);
}
