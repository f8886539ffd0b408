/** Declared state gives its handles their types without annotations. Proven by tsc. */
import {
  aggregatingState,
  listState,
  mapState,
  operatorListState,
  reducingState,
  valueState,
  type AggregatingState,
  type ListState,
  type MapState,
  type ReducingState,
  type StatesOf,
  type ValueState,
} from '../index.js';
import type { KeyedStateDeclarations } from '../model/state-declaration.js';
import { isType } from './is-type.fixture.js';

interface Flight {
  readonly origin: string;
}

export const declarations = {
  last: valueState<Flight>(),
  late: listState<Flight>({ ttl: { ttlMs: 10 } }),
  gates: mapState<'a' | 'b', number>(),
  longest: reducingState((a: string, b: string) => (a.length > b.length ? a : b)),
  mean: aggregatingState({
    createAccumulator: () => ({ count: 0, sum: 0 }),
    add: ({ count, sum }, n: number) => ({ count: count + 1, sum: sum + n }),
    getResult: ({ count, sum }) => String(sum / count),
  }),
  offsets: operatorListState<bigint>({ redistribution: 'union' }),
};

declare const states: StatesOf<typeof declarations>;
isType<ValueState<Flight>>()(states.last);
isType<ListState<Flight>>()(states.late);
isType<MapState<'a' | 'b', number>>()(states.gates);
isType<ReducingState<string>>()(states.longest);
isType<AggregatingState<number, string>>()(states.mean);
isType<ListState<bigint>>()(states.offsets);

isType<Flight | undefined>()(states.last.value());
isType<readonly Flight[]>()(states.late.get());
isType<string | undefined>()(states.mean.get());
isType<Iterable<readonly ['a' | 'b', number]>>()(states.gates.entries());
states.mean.add(1);

// @ts-expect-error -- what is kept is a flight
states.last.update('a flight');
// @ts-expect-error -- there is no such key
states.gates.get('c');
// @ts-expect-error -- nothing else was declared
void states.other;
// @ts-expect-error -- there is no such touch
valueState({ ttl: { ttlMs: 1, update: 'never' } });
// @ts-expect-error -- a map's keys are scalars
mapState<Flight, number>();
// @ts-expect-error -- what is added are numbers
states.mean.add('a number');
// All of it is state that an operator with keys may declare, but for the operator's own.
export const keyed: KeyedStateDeclarations = { ...declarations, offsets: valueState() };
// @ts-expect-error -- an operator's own list belongs to no key
export const none: KeyedStateDeclarations = { offsets: declarations.offsets };
