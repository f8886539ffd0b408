import fc from 'fast-check';
import { NumberColumn } from './number-column.js';
import { hashOfNumbers, NO_SLOT, SlotIndex } from './slot-index.js';
import { ValueColumn } from './value-column.js';

describe('SlotIndex', () => {
  const acts = fc.array(
    fc.record({ slot: fc.integer({ min: 0, max: 80 }), hash: fc.integer({ min: -3, max: 3 }) }),
    { maxLength: 300 },
  );

  it('finds what is there, however often it was split, and nothing else', () => {
    fc.assert(
      fc.property(acts, fc.boolean(), (script, collide) => {
        const hashes = new Map<number, number>();
        const index = new SlotIndex((slot) => hashes.get(slot)!);
        for (const { slot, hash } of script) {
          const known = hashes.get(slot);
          if (known === undefined) {
            hashes.set(slot, collide ? hash : hashOfNumbers(slot, hash, 0));
            index.add(slot);
          } else {
            index.remove(slot);
            hashes.delete(slot);
          }
        }
        for (const [slot, hash] of hashes) expect(slotsOf(index, hash)).toContain(slot);
        const all = new Set([...hashes.values()].flatMap((hash) => slotsOf(index, hash)));
        expect(all).toEqual(new Set(hashes.keys()));
      }),
    );
  });

  it('looks at few slots for one, among many', () => {
    const index = new SlotIndex((slot) => hashOfNumbers(slot, 0, 1_700_000_000_000 + slot * 1_000));
    for (let slot = 0; slot < 20_000; slot++) index.add(slot);
    let longest = 0;
    for (let slot = 0; slot < 20_000; slot++) {
      const hash = hashOfNumbers(slot, 0, 1_700_000_000_000 + slot * 1_000);
      longest = Math.max(longest, slotsOf(index, hash).length);
    }
    expect(longest).toBeLessThan(16);
  });

  it('tells times apart that lie whole powers of two apart', () => {
    const hashes = new Set<number>();
    for (let i = 0; i < 1_000; i++) hashes.add(hashOfNumbers(1, 0, i * 2 ** 32));
    expect(hashes.size).toBeGreaterThan(990);
  });
});

describe('columns', () => {
  it('give back what was set, far out and again, and nothing where nothing was', () => {
    const writes = fc.array(fc.tuple(fc.integer({ min: 0, max: 70_000 }), fc.integer()));
    fc.assert(
      fc.property(writes, (all) => {
        const [integers, doubles] = [NumberColumn.ofIntegers(), NumberColumn.ofDoubles()];
        const values = new ValueColumn<string>();
        const naive = new Map<number, number>();
        for (const [at, value] of all) {
          integers.set(at, value);
          doubles.set(at, value * 2 ** 20);
          values.set(at, String(value));
          naive.set(at, value);
        }
        for (const at of [...naive.keys(), 0, 16, 16_384, 80_000]) {
          const value = naive.get(at);
          expect(integers.get(at)).toBe(value ?? 0);
          expect(doubles.get(at)).toBe((value ?? 0) * 2 ** 20);
          expect(values.get(at)).toBe(value === undefined ? undefined : String(value));
        }
      }),
      { numRuns: 50 },
    );
  });
});

function slotsOf(index: SlotIndex, hash: number): number[] {
  const slots: number[] = [];
  for (let slot = index.first(hash); slot !== NO_SLOT; slot = index.next(slot)) slots.push(slot);
  return slots;
}
