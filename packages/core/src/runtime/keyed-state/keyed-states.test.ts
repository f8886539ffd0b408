import fc from 'fast-check';
import type { KeyedState, RowForm, StateTable } from '../../model/state.js';
import {
  listState,
  mapState,
  reducingState,
  valueState,
  aggregatingState,
} from '../../api/states.js';
import { heapState } from '../../state/heap-state.js';
import { KeyedStates } from './keyed-states.js';

const TTL_MS = 5;
const ttl = { ttlMs: TTL_MS } as const;

/** Keyed state whose tables a test may look into. */
function transparentState(): {
  readonly state: KeyedState;
  readonly tables: Map<string, StateTable<unknown>>;
} {
  const heap = heapState().createKeyedState('op');
  const tables = new Map<string, StateTable<unknown>>();
  const createTable = <V>(name: string, form?: RowForm<V>): StateTable<V> => {
    const table = heap.createTable(name, form);
    tables.set(name, table);
    return table;
  };
  const [writeGroup, readGroup] = [heap.writeGroup.bind(heap), heap.readGroup.bind(heap)];
  return { state: { keys: heap.keys, createTable, writeGroup, readGroup }, tables };
}

const act = fc.record({
  verb: fc.constantFrom('add', 'add', 'read', 'remove', 'clear', 'look'),
  key: fc.constantFrom('a', 'b'),
  namespace: fc.integer({ min: 0, max: 1 }),
  entry: fc.integer({ min: 0, max: 2 }),
  elapsed: fc.integer({ min: 0, max: 3 }),
});

interface NaiveEntry {
  readonly entry: number;
  readonly at: number;
}

describe('KeyedStates', () => {
  it.each([
    ['for ever', undefined],
    ['with a TTL', ttl],
  ])('keeps values, lists and maps for each key and namespace, %s', (_, life) => {
    const options = life === undefined ? {} : { ttl: life };
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        let now = 0;
        const { state } = transparentState();
        const declarations = {
          value: valueState<number>(options),
          list: listState<number>(options),
          map: mapState<number, number>(options),
        };
        const states = new KeyedStates({ declarations, state, now: () => now });
        const { value, list, map } = states.handles;
        const naive = new Map<string, readonly NaiveEntry[]>();
        for (const { verb, key, namespace, entry, elapsed } of acts) {
          now += elapsed;
          const place = `${key} ${String(namespace)}`;
          const isAlive = ({ at }: NaiveEntry): boolean => life === undefined || now - at < TTL_MS;
          const alive = (naive.get(place) ?? []).filter(isAlive);
          const id = state.keys.enter(key);
          states.setCurrent(id, namespace);
          if (verb === 'add') {
            value.update(entry);
            list.add(entry);
            map.put(entry, now);
            naive.set(place, [...alive, { entry, at: now }]);
          } else if (verb === 'clear') {
            for (const handle of [value, list, map]) handle.clear();
            naive.set(place, []);
          } else if (verb === 'remove') {
            map.remove(entry);
            list.update(list.get().filter((other) => other !== entry));
            naive.set(
              place,
              alive
                .filter((other) => other.entry !== entry)
                .map((other) => ({ ...other, at: life === undefined ? other.at : now })),
            );
            // The list was written anew; so are the others.
            for (const { entry: left } of naive.get(place)!) map.put(left, now);
            const last = naive.get(place)!.at(-1);
            if (last === undefined) value.clear();
            else value.update(last.entry);
          } else if (verb === 'read') {
            const entries = alive.map((other) => other.entry);
            expect(value.value()).toBe(entries.at(-1));
            expect(list.get()).toEqual(entries);
            expect(new Set(map.keys())).toEqual(new Set(entries));
            expect(map.isEmpty()).toBe(entries.length === 0);
            expect(map.contains(entry)).toBe(entries.includes(entry));
          } else if (namespace === 0) {
            expect(states.read('list', key) ?? []).toEqual(alive.map((other) => other.entry));
            expect(states.read('value', key)).toBe(alive.at(-1)?.entry);
          }
          state.keys.leave(id);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('ST1: handles speak for the key and namespace at hand', () => {
    const { state } = transparentState();
    const states = new KeyedStates({
      declarations: { sum: reducingState((a: number, b: number) => a + b) },
      state,
      now: () => 0,
    });
    const b = state.keys.enter('b');
    for (const [id, namespace, n] of [
      [b, 0, 1],
      [b, 7, 10],
      [b, 0, 100],
    ] as const) {
      states.setCurrent(id, namespace);
      states.handles.sum.add(n);
    }
    states.setCurrent(b, 7);
    expect(states.handles.sum.get()).toBe(10);
    states.setCurrent(b);
    expect(states.handles.sum.get()).toBe(101);
    states.setCurrent(state.keys.enter('a'), 0);
    expect(states.handles.sum.get()).toBeUndefined();
  });

  it('ST3: an onlooker sees what a user would read, and touches nothing', () => {
    let now = 0;
    const { state } = transparentState();
    const reads = { ttl: { ...ttl, update: 'read-and-write' } } as const;
    const mean = {
      createAccumulator: () => [] as number[],
      add: (all: number[], n: number) => [...all, n],
      getResult: String,
    };
    const declarations = {
      value: valueState<number>(reads),
      list: listState<number>(reads),
      map: mapState<string, number>(reads),
      mean: aggregatingState(mean, reads),
      plain: listState<number>(),
    };
    const states = new KeyedStates({ declarations, state, now: () => now });
    const id = state.keys.enter('k');
    states.setCurrent(id);
    const { handles } = states;
    handles.value.update(1);
    handles.list.addAll([1, 2]);
    handles.map.put('m', 1);
    handles.mean.add(3);
    handles.plain.add(4);
    state.keys.leave(id);
    now = TTL_MS - 1;
    const seen = (): unknown[] => Object.keys(declarations).map((name) => states.read(name, 'k'));
    expect(seen()).toEqual([1, [1, 2], new Map([['m', 1]]), '3', [4]]);
    (states.read('plain', 'k') as number[]).push(5);
    now = TTL_MS;
    expect(seen()).toEqual([undefined, undefined, undefined, undefined, [4]]);
    expect(states.read('value', 'unknown')).toBeUndefined();
    expect(state.keys.find('unknown')).toBeUndefined();
  });

  it('ST2: answers what was stored, but an array of its own', () => {
    const { state } = transparentState();
    const declarations = { list: listState<{ n: number }>() };
    const states = new KeyedStates({ declarations, state, now: () => 0 });
    states.setCurrent(state.keys.enter('k'));
    const { list } = states.handles;
    const entry = { n: 1 };
    list.add(entry);
    for (const each of list.get()) list.add(each);
    expect(list.get()).toHaveLength(2);
    expect(list.get()[0]).toBe(entry);
  });

  it.each(['list', 'map'] as const)(
    'ST8: a %s that is never read stays near what is alive in it',
    (kind) => {
      let now = 0;
      const { state, tables } = transparentState();
      const declarations = {
        list: listState<number>({ ttl }),
        map: mapState<number, number>({ ttl }),
      };
      const states = new KeyedStates({ declarations, state, now: () => now });
      const id = state.keys.enter('k');
      let most = 0;
      for (; now < 1_000; now++) {
        states.setCurrent(id);
        if (kind === 'list') states.handles.list.addAll([now, now, now]);
        else for (let i = 0; i < 3; i++) states.handles.map.put(3 * now + i, now);
        const row = tables.get(kind)!.get(id, 0);
        most = Math.max(most, row instanceof Map ? row.size : (row as unknown[]).length);
      }
      // Three a moment are 15 alive; a round is through in as many moments again.
      expect(most).toBeLessThan(60);
    },
  );

  it('ST8: keys that never come again are forgotten while others come', () => {
    let now = 0;
    const { state } = transparentState();
    const states = new KeyedStates({
      declarations: { last: valueState<number>({ ttl }) },
      state,
      now: () => now,
    });
    let most = 0;
    for (; now < 2_000; now++) {
      states.setCurrent(state.keys.enter(now));
      states.handles.last.update(now);
      most = Math.max(most, state.keys.size);
    }
    expect(most).toBeLessThan(20);
  });
});
