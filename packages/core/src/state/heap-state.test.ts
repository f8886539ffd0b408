import fc from 'fast-check';
import type { CanonicalKey } from '../model/key.js';
import { heapState } from './heap-state.js';

describe('heapState', () => {
  it('does what a Map of Maps does, and forgets keys for which it holds nothing', () => {
    const act = fc.record({
      verb: fc.constantFrom('set', 'set', 'delete'),
      namespace: fc.integer({ min: 0, max: 2 }),
      key: fc.constantFrom<CanonicalKey>('a', 'b', 1, 1n, true),
      value: fc.option(fc.integer(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 50 }), (acts) => {
        const { keys, ...state } = keyedState();
        const table = state.createTable<number | undefined>('t');
        const naive = new Map<string, number | undefined>();
        for (const { verb, namespace, key, value } of acts) {
          const name = `${typeof key} ${String(key)} ${String(namespace)}`;
          const id = keys.enter(key);
          expect(table.get(id, namespace)).toBe(naive.get(name));
          expect(table.has(id, namespace)).toBe(naive.has(name));
          if (verb === 'set') table.set(id, namespace, value);
          else table.delete(id, namespace);
          if (verb === 'set') naive.set(name, value);
          else naive.delete(name);
          keys.leave(id);
        }
        expect(table.size()).toBe(naive.size);
        const held = new Set([...naive.keys()].map((name) => name.slice(0, -2)));
        expect(keys.size).toBe(held.size);
      }),
    );
  });

  it('keeps every row when keys are split beyond 65,536', () => {
    const count = 70_000;
    const { keys, ...state } = keyedState();
    const table = state.createTable<number>('t');
    for (let i = 0; i < count; i++) {
      const id = keys.enter(`k${String(i)}`);
      table.set(id, 0, i);
      keys.leave(id);
    }
    const lost = Array.from({ length: count }, (_, i) => i).filter(
      (i) => table.get(keys.find(`k${String(i)}`) ?? -1, 0) !== i,
    );
    expect(lost).toEqual([]);
    expect(keys.size).toBe(count);
    table.delete(keys.find('k0') ?? -1, 0);
    expect(keys.find('k0')).toBeUndefined();
    expect(table.size()).toBe(count - 1);
  });

  it('keeps the tables of one operator, and of two, apart', () => {
    const [one, other] = [keyedState(), keyedState()];
    one.createTable<number>('a').set(one.keys.enter('k'), 0, 1);
    expect(one.createTable<number>('b').has(one.keys.enter('k'), 0)).toBe(false);
    expect(other.keys.find('k')).toBeUndefined();
  });
});

const keyedState = (): Pick<
  ReturnType<ReturnType<typeof heapState>['createKeyedState']>,
  'keys' | 'createTable'
> => {
  const state = heapState().createKeyedState('test');
  return { keys: state.keys, createTable: state.createTable.bind(state) };
};
