import fc from 'fast-check';
import { heapState } from './heap-state.js';

describe('heapState', () => {
  it('does what a Map of Maps does', () => {
    const act = fc.record({
      verb: fc.constantFrom('put', 'put', 'delete', 'release'),
      namespace: fc.integer({ min: 0, max: 2 }),
      key: fc.constantFrom('a', 'b', 1, 1n, true),
      value: fc.integer(),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 50 }), (acts) => {
        const table = heapState().createTable<number>('t');
        const naive = new Map<number, Map<unknown, number>>([0, 1, 2].map((n) => [n, new Map()]));
        for (const { verb, namespace, key, value } of acts) {
          const rows = table.rows(namespace);
          const row = rows.get(key);
          expect(row?.value).toBe(naive.get(namespace)?.get(key));
          if (verb === 'delete') rows.delete(key);
          else if (verb === 'release') table.release(namespace);
          else if (row === undefined) rows.insert(key, value);
          else row.value = value;
          if (verb === 'put') naive.get(namespace)?.set(key, value);
          else if (verb === 'delete') naive.get(namespace)?.delete(key);
          else naive.get(namespace)?.clear();
          expect(table.rows(namespace).size).toBe(naive.get(namespace)?.size);
        }
        expect(table.size()).toBe([...naive.values()].reduce((sum, rows) => sum + rows.size, 0));
      }),
    );
  });

  it('keeps every row when a namespace is split beyond 65,536 rows', () => {
    const count = 70_000;
    const rows = heapState().createTable<number>('t').rows(0);
    const first = rows.insert('k0', 0);
    for (let i = 1; i < count; i++) rows.insert(`k${String(i)}`, i);
    expect(rows.size).toBe(count);
    const lost = Array.from({ length: count }, (_, i) => i).filter(
      (i) => rows.get(`k${String(i)}`)?.value !== i,
    );
    expect(lost).toEqual([]);
    // A cell that was handed out before the split is the same cell after it.
    first.value = -1;
    expect(rows.get('k0')?.value).toBe(-1);
    rows.delete('k0');
    rows.delete('k0');
    expect(rows.get('k0')).toBeUndefined();
    expect(rows.size).toBe(count - 1);
  });

  it('keeps the tables of one backend apart', () => {
    const state = heapState();
    state.createTable<number>('a').rows(0).insert('k', 1);
    expect(state.createTable<number>('a').rows(0).get('k')).toBeUndefined();
  });
});
