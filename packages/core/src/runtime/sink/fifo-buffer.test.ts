import fc from 'fast-check';
import { fifoBuffer } from './fifo-buffer.js';

const entries = (...sizes: number[]) => sizes.map((size, i) => ({ id: String(i), size }));
const buffer = () =>
  fifoBuffer<{ id: string; size: number }>({ keyOf: ({ id }) => id, sizeOf: ({ size }) => size });
const limits = { entriesMax: 3, bytesMax: 10 };

describe('a first-in, first-out buffer', () => {
  it('CL-C53: is empty at first', () => {
    expect(buffer().take(limits)).toEqual([]);
    expect(buffer().hasFullBatch(limits)).toBe(false);
  });

  it('CL-C53: fills a batch by count, by bytes, and exactly', () => {
    const b = buffer();
    const all = entries(1, 1, 1, 5, 5, 6, 6);
    for (const entry of all) b.add(entry);
    expect([b.take(limits), b.take(limits), b.take(limits)]).toEqual([
      all.slice(0, 3),
      all.slice(3, 5),
      all.slice(5, 6),
    ]);
    expect([b.waiting(), b.inFlight(), b.hasFullBatch(limits)]).toEqual([1, 6, false]);
  });

  it('lets an entry that is larger than a batch go alone', () => {
    const b = buffer();
    for (const entry of entries(50, 1)) b.add(entry);
    expect(b.hasFullBatch(limits)).toBe(true);
    expect(b.take(limits)).toHaveLength(1);
  });

  it('CL-C19: counts the bytes of what comes back', () => {
    const b = buffer();
    for (const entry of entries(9, 2)) b.add(entry);
    const batch = b.take(limits);
    expect(b.hasFullBatch(limits)).toBe(false);
    b.giveBack(batch, 'throttled');
    expect(b.hasFullBatch(limits)).toBe(true);
  });

  it('names what is in flight first, then what waits', () => {
    const b = buffer();
    for (const entry of entries(1, 1, 1, 1, 1)) b.add(entry);
    b.take(limits);
    expect(b.keys(4)).toEqual(['0', '1', '2', '3']);
  });

  it('refuses to settle what is not in flight', () => {
    const b = buffer();
    expect(() => b.settle(entries(1))).toThrow('not in flight');
  });

  it('keeps order and bytes over any sequence of additions, batches and returns', () => {
    const step = fc.constantFrom('add', 'take', 'settle', 'return');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 3_000 }), (steps) => {
        const b = buffer();
        const flying: (readonly { id: string; size: number }[])[] = [];
        const model = new Set<number>();
        let next = 0;
        for (const what of steps) {
          if (what === 'add') {
            model.add(next);
            b.add({ id: String(next++), size: 1 });
          } else if (what === 'take') {
            const expected = [...model].sort((x, y) => x - y).slice(0, limits.entriesMax);
            const batch = b.take(limits);
            expect(batch.map(({ id }) => Number(id))).toEqual(expected);
            for (const number of expected) model.delete(number);
            if (batch.length > 0) flying.push(batch);
          } else {
            const batch = flying.shift() ?? [];
            if (what === 'settle') b.settle(batch);
            else b.giveBack(batch, 'throttled');
            if (what === 'return') for (const { id } of batch) model.add(Number(id));
          }
          expect(b.waiting()).toBe(model.size);
        }
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it('holds a hundred thousand without growing slow', () => {
    const b = buffer();
    for (let i = 0; i < 100_000; i++) b.add({ id: String(i), size: 0 });
    let taken = 0;
    for (let batch = b.take(limits); batch.length > 0; batch = b.take(limits)) {
      taken += batch.length;
      b.settle(batch);
    }
    expect(taken).toBe(100_000);
  });
});
