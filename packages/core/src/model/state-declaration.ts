/**
 * Owns: how a user declares the state of an operator, and what it is given to work with.
 * Refuses: to hold state; a backend does (`state.ts`).
 *
 * State is declared beside the functions that use it, so that building a job knows all of it: a
 * snapshot that holds more is refused by name (K10), and `handle.state(uid, name)` finds it.
 */
import type { AggregateFunction } from './aggregate.js';
import type { Milliseconds } from './time.js';

/** How long a row of state is kept after its last touch, by processing time. */
export interface StateTtl {
  readonly ttlMs: Milliseconds;
  /** What counts as a touch. Default: `create-and-write`. */
  readonly update?: 'create-and-write' | 'read-and-write';
  /** Whether an expired value that is still there may be read. Default: `never-return-expired`. */
  readonly visibility?: 'never-return-expired' | 'return-expired-if-not-cleaned-up';
}

export interface StateOptions {
  /** Default: rows are kept for ever. */
  readonly ttl?: StateTtl;
}

/** One value for each key. It answers what was stored, not a copy, as all state does. */
export interface ValueState<V> {
  /** The value; undefined where there is none. */
  value(): V | undefined;
  /** Undefined clears it. */
  update(value: V): void;
  clear(): void;
}

/** A list for each key. Each entry has a life of its own where there is a TTL. */
export interface ListState<V> {
  /** The entries in the order in which they were added, in an array of its own; maybe an empty one. */
  get(): readonly V[];
  add(value: V): void;
  addAll(values: Iterable<V>): void;
  /** Puts these in place of all entries. */
  update(values: Iterable<V>): void;
  clear(): void;
}

/** A map for each key. Its keys are strings, numbers, bigints or booleans. */
export interface MapState<UK extends string | number | bigint | boolean, UV> {
  get(key: UK): UV | undefined;
  put(key: UK, value: UV): void;
  remove(key: UK): void;
  contains(key: UK): boolean;
  isEmpty(): boolean;
  /** In the order in which the keys were first put, also after a restore. */
  entries(): Iterable<readonly [UK, UV]>;
  keys(): Iterable<UK>;
  values(): Iterable<UV>;
  clear(): void;
}

/** A map to look at. */
export type ReadonlyMapState<UK extends string | number | bigint | boolean, UV> = Omit<
  MapState<UK, UV>,
  'put' | 'remove' | 'clear'
>;

/** What was added for each key, reduced to one value. */
export interface ReducingState<V> {
  get(): V | undefined;
  add(value: V): void;
  clear(): void;
}

/** What was added for each key, in an accumulator. */
export interface AggregatingState<In, Out> {
  /** The result so far; undefined where nothing was added. */
  get(): Out | undefined;
  add(value: In): void;
  clear(): void;
}

/** One declared piece of state. `handle` is for the compiler alone: what the user is given for it. */
interface Declaration<Kind extends string, Handle> {
  readonly kind: Kind;
  readonly ttl: StateTtl | undefined;
  readonly handle?: Handle;
}

export type ValueStateDeclaration<V> = Declaration<'value', ValueState<V>>;
export type ListStateDeclaration<V> = Declaration<'list', ListState<V>>;
export type MapStateDeclaration<UK extends string | number | bigint | boolean, UV> = Declaration<
  'map',
  MapState<UK, UV>
>;
export type ReducingStateDeclaration<V> = Declaration<'reducing', ReducingState<V>> & {
  readonly reduce: (reduced: V, value: V) => V;
};
export type AggregatingStateDeclaration<In, Acc, Out> = Declaration<
  'aggregating',
  AggregatingState<In, Out>
> & { readonly aggregate: AggregateFunction<In, Acc, Out> };

/** State that belongs to the subtask and to no key; how it is shared out when their number changes. */
export type OperatorStateDeclaration<V> = Declaration<'operator-list', ListState<V>> &
  Redistributed;

interface Redistributed {
  readonly redistribution: 'split' | 'union';
}

/** Any state of a keyed operator. */
export type KeyedStateDeclaration =
  | Declaration<'value', unknown>
  | Declaration<'list', unknown>
  | Declaration<'map', unknown>
  | (Declaration<'reducing', unknown> & {
      readonly reduce: (reduced: never, value: never) => unknown;
    })
  | (Declaration<'aggregating', unknown> & {
      readonly aggregate: AggregateFunction<never, unknown, unknown>;
    });

/** Declared state by name: the name of a property is the name of the state. */
export type KeyedStateDeclarations = Readonly<Record<string, KeyedStateDeclaration>>;
export type OperatorStateDeclarations = Readonly<
  Record<string, Declaration<'operator-list', unknown> & Redistributed>
>;

/** State of a broadcast stream: maps, of which each subtask has a copy. */
export type BroadcastStateDeclarations = Readonly<Record<string, Declaration<'map', unknown>>>;

/** What a function is given for what it declared. */
export type StatesOf<Declarations> = {
  readonly [Name in keyof Declarations]: Declarations[Name] extends {
    readonly handle?: infer Handle;
  }
    ? NonNullable<Handle>
    : never;
};

/** What a function is given for maps that it may not write. */
export type ReadonlyStatesOf<Declarations> = {
  readonly [Name in keyof Declarations]: StatesOf<Declarations>[Name] extends MapState<
    infer UK,
    infer UV
  >
    ? ReadonlyMapState<UK, UV>
    : never;
};
