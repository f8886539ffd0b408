import fc from 'fast-check';
import { LaneBuffer } from './lane-buffer.js';

interface Entry {
  readonly key: string;
  readonly value: number;
  readonly bytes: number;
  readonly wireBytes: number;
}

const LIMITS = { entriesMax: 25, bytesMax: 1000 };
const write = (key: string, value = 0, wireBytes = 1): Entry => ({
  key,
  value,
  wireBytes,
  bytes: wireBytes + 7,
});
const bufferOf = (keepAll = false, bytesMax = 1e9) =>
  new LaneBuffer<Entry>({
    keepAll,
    describe: ({ key, value }) => `${key}=${String(value)}`,
    bytesMax,
    entryBytesMax: 100,
  });
const named = (entries: readonly Entry[]) =>
  entries.map(({ key, value }) => `${key}${String(value)}`).join(' ');

describe('lanes', () => {
  it('D1: one write of a key is in flight; other keys run on', () => {
    const buffer = bufferOf(true);
    for (const entry of [write('a', 1), write('b', 1), write('a', 2), write('a', 3)]) {
      buffer.add(entry);
    }
    const first = buffer.take(LIMITS);
    expect(named(first)).toBe('a1 b1');
    expect(buffer.take(LIMITS)).toEqual([]);
    expect([buffer.waiting(), buffer.inFlight()]).toEqual([2, 2]);
    buffer.settle([first[0]!]);
    expect(named(buffer.take(LIMITS))).toBe('a2');
  });

  it('D3: a newer write replaces the waiting one of its key, in its place, and is counted', () => {
    const buffer = bufferOf();
    for (const entry of [write('u1', 1), write('u2', 1), write('u1', 2)]) buffer.add(entry);
    expect(buffer.replaced()).toBe(1);
    expect(named(buffer.take(LIMITS))).toBe('u12 u21');
  });

  it('D3: coalesces across the whole buffer, also while the key is in flight', () => {
    const buffer = bufferOf();
    buffer.add(write('a', 1));
    const [inFlight] = buffer.take(LIMITS);
    for (let value = 2; value <= 100; value++) buffer.add(write('a', value));
    expect([buffer.waiting(), buffer.inFlight(), buffer.replaced()]).toEqual([1, 1, 98]);
    buffer.settle([inFlight!]);
    expect(named(buffer.take(LIMITS))).toBe('a100');
  });

  it('D3: a newer waiting write replaces an older one that comes back', () => {
    const buffer = bufferOf();
    buffer.add(write('a', 1));
    const inFlight = buffer.take(LIMITS);
    buffer.add(write('a', 2));
    buffer.giveBack(inFlight);
    expect(buffer.replaced()).toBe(1);
    expect(named(buffer.take(LIMITS))).toBe('a2');
  });

  it('D3: with keepAll nothing is replaced, and what comes back goes before what is newer', () => {
    const buffer = bufferOf(true);
    buffer.add(write('a', 1));
    const inFlight = buffer.take(LIMITS);
    buffer.add(write('a', 2));
    buffer.giveBack(inFlight);
    expect(buffer.replaced()).toBe(0);
    const again = buffer.take(LIMITS);
    expect(named(again)).toBe('a1');
    buffer.settle(again);
    expect(named(buffer.take(LIMITS))).toBe('a2');
  });

  it('gives back to the front, in the order in which they came', () => {
    const buffer = bufferOf();
    for (const key of ['a', 'b', 'c', 'd']) buffer.add(write(key));
    const batch = buffer.take({ ...LIMITS, entriesMax: 3 });
    buffer.settle([batch[1]!]);
    buffer.giveBack([batch[0]!, batch[2]!]);
    expect(named(buffer.take(LIMITS))).toBe('a0 c0 d0');
  });

  it('D1: a hot key goes behind those that wait, however often it comes', () => {
    const buffer = bufferOf(true);
    for (let value = 0; value < 10; value++) buffer.add(write('hot', value));
    const hot = buffer.take({ ...LIMITS, entriesMax: 1 });
    buffer.add(write('cold', 0));
    buffer.settle(hot);
    expect(named(buffer.take({ ...LIMITS, entriesMax: 1 }))).toBe('cold0');
  });

  it('no batch is larger than its limits', () => {
    const buffer = bufferOf();
    for (let key = 0; key < 60; key++) buffer.add(write(String(key), 0, 100));
    const first = buffer.take({ entriesMax: 25, bytesMax: 10_000 });
    buffer.giveBack(first);
    buffer.add(write('late'));
    expect(buffer.take({ entriesMax: 25, bytesMax: 10_000 })).toHaveLength(25);
    expect(buffer.take({ entriesMax: 25, bytesMax: 350 })).toHaveLength(3);
    expect(buffer.take({ entriesMax: 25, bytesMax: 50 })).toHaveLength(1);
  });

  it('knows a full batch by count and by bytes, and counts only what may go', () => {
    const buffer = bufferOf();
    const limits = { entriesMax: 2, bytesMax: 100 };
    buffer.add(write('a', 1, 60));
    const inFlight = buffer.take(limits);
    buffer.add(write('a', 2, 500));
    buffer.add(write('b', 1, 60));
    expect(buffer.hasFullBatch(limits)).toBe(false);
    buffer.add(write('b', 2, 100));
    expect(buffer.hasFullBatch(limits)).toBe(true);
    buffer.add(write('b', 3, 10));
    expect(buffer.hasFullBatch(limits)).toBe(false);
    buffer.settle(inFlight);
    expect(buffer.hasFullBatch(limits)).toBe(true);
  });

  it('B1: has room for as many records of the largest size as its bytes are', () => {
    const buffer = bufferOf(false, 250);
    expect(buffer.room()).toBe(2);
    buffer.add(write('a', 1, 43));
    expect(buffer.room()).toBe(2);
    buffer.add(write('b', 1, 93));
    expect(buffer.room()).toBe(1);
    buffer.add(write('c', 1, 43));
    expect(buffer.room()).toBe(0);
    expect(buffer.hasFullBatch(LIMITS)).toBe(true);
    buffer.settle([buffer.take(LIMITS)[0]!]);
    expect(buffer.room()).toBe(1);
    expect(buffer.hasFullBatch(LIMITS)).toBe(false);
    expect(buffer.metrics()).toEqual({ bufferedBytes: 150, maxBufferedBytes: 200 });
  });

  it('N2: names what is unsettled, at most as many as asked', () => {
    const buffer = bufferOf();
    for (const key of ['a', 'b', 'c']) buffer.add(write(key));
    buffer.take({ ...LIMITS, entriesMax: 1 });
    expect(buffer.keys(2)).toEqual(['a=0', 'b=0']);
    expect(buffer.keys(9)).toHaveLength(3);
  });

  it('refuses to land what is not in flight', () => {
    const buffer = bufferOf();
    const entry = write('a');
    buffer.add(entry);
    expect(() => buffer.settle([entry])).toThrow('a=0 was not in flight');
  });
});

/** The lanes as one would write them without a thought for speed. */
class Oracle {
  readonly settled: Entry[] = [];
  waiting: Entry[] = [];
  inFlight: Entry[] = [];
  replaced = 0;

  constructor(private readonly keepAll: boolean) {}

  add(entry: Entry): void {
    const older = this.keepAll ? -1 : this.waiting.findIndex(({ key }) => key === entry.key);
    if (older >= 0) this.replaced += 1;
    this.waiting = [...this.waiting.filter((_, at) => at !== older), entry];
  }

  take(batch: readonly Entry[]): void {
    for (const entry of batch) {
      expect(this.inFlight.some(({ key }) => key === entry.key)).toBe(false);
      expect(this.waiting.find(({ key }) => key === entry.key)).toBe(entry);
      this.waiting = this.waiting.filter((other) => other !== entry);
      this.inFlight.push(entry);
    }
  }

  /** Every key that waits and is not in flight may go. */
  ready(): ReadonlySet<string> {
    const busy = new Set(this.inFlight.map(({ key }) => key));
    return new Set(this.waiting.map(({ key }) => key).filter((key) => !busy.has(key)));
  }

  land(entry: Entry, isWritten: boolean): void {
    this.inFlight = this.inFlight.filter((other) => other !== entry);
    if (isWritten) this.settled.push(entry);
    else if (!this.keepAll && this.waiting.some(({ key }) => key === entry.key)) this.replaced += 1;
    else this.waiting = [entry, ...this.waiting];
  }
}

type Step =
  | { readonly do: 'add'; readonly key: string }
  | { readonly do: 'take'; readonly entriesMax: number }
  | { readonly do: 'land'; readonly written: boolean; readonly which: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), key: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  fc.record({ do: fc.constant('take' as const), entriesMax: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('land' as const), written: fc.boolean(), which: fc.nat(9) }),
);

describe.each([false, true])('lanes against an oracle, keepAll %s', (keepAll) => {
  it('D1, D3, N1: never two in flight for a key, the last value wins, the counts add up', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const buffer = bufferOf(keepAll);
        const oracle = new Oracle(keepAll);
        const last = new Map<string, number>();
        let added = 0;
        const take = (entriesMax: number) => {
          const room = Math.min(entriesMax, oracle.ready().size);
          const batch = buffer.take({ ...LIMITS, entriesMax });
          expect(batch).toHaveLength(room);
          oracle.take(batch);
        };
        const land = (entry: Entry | undefined, written: boolean) => {
          if (entry === undefined) return;
          if (written) buffer.settle([entry]);
          else buffer.giveBack([entry]);
          oracle.land(entry, written);
        };
        const check = () => {
          expect(buffer.waiting()).toBe(oracle.waiting.length);
          expect(buffer.inFlight()).toBe(oracle.inFlight.length);
          expect(buffer.replaced()).toBe(oracle.replaced);
          const bytes = [...oracle.waiting, ...oracle.inFlight].reduce(
            (sum, e) => sum + e.bytes,
            0,
          );
          expect(buffer.metrics()).toMatchObject({ bufferedBytes: bytes });
          expect(buffer.hasFullBatch({ entriesMax: 2, bytesMax: 1e9 })).toBe(
            oracle.ready().size >= 2,
          );
          const held = buffer.waiting() + buffer.inFlight() + buffer.replaced();
          expect(held + oracle.settled.length).toBe(added);
        };
        for (const next of steps) {
          if (next.do === 'add') {
            added += 1;
            last.set(next.key, added);
            const entry = write(next.key, added);
            buffer.add(entry);
            oracle.add(entry);
          } else if (next.do === 'take') take(next.entriesMax);
          else
            land(oracle.inFlight[next.which % Math.max(1, oracle.inFlight.length)], next.written);
          check();
        }
        while (buffer.waiting() + buffer.inFlight() > 0) {
          take(25);
          for (const entry of [...oracle.inFlight]) land(entry, true);
        }
        check();
        const table = new Map(oracle.settled.map(({ key, value }) => [key, value]));
        expect(table).toEqual(last);
        if (keepAll) expect(oracle.settled).toHaveLength(added);
      }),
    );
  });
});
