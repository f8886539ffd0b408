import { fromArray } from '@millrace/core';
import { atOnce, JobWorld, pkOf } from '../simulator/job-world.fixture.js';
import { decimal } from './decimal.js';
import type { Item } from './item.js';
import { ITEM_BYTES_MAX } from './item-size.js';
import { put, type Write } from './write.js';

const KB = 1024;
/** The name of d, and pk with a value of two characters. */
const NAMES_BYTES = 'd'.length + 'pk'.length + 2;
const keyOf = (at: number) => String(at).padStart(2, '0');
const itemsOf = (count: number, d: unknown): readonly Write[] =>
  Array.from({ length: count }, (_, at) => put({ pk: keyOf(at), d }));

async function verdictOf(item: object): Promise<string> {
  const world = new JobWorld();
  try {
    await world.run(atOnce(put(item)));
    return 'stored';
  } catch (error) {
    expect(world.sizes()).toEqual([]);
    return (error as Error).message;
  }
}

describe('FC-A22: the verdict on a size', () => {
  const many = (count: number, value: unknown, nameBytes: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `a${String(at).padStart(nameBytes - 1, '0')}`,
        value,
      ]),
    );

  it.each<[string, object]>([
    ['409,600 bytes of two-byte characters', { pk: '1', d: 'é'.repeat(204_798) }],
    [
      '8000 numbers of one digit and a large exponent',
      { pk: '1', ...many(8000, decimal('1E125'), 5) },
    ],
    ['300 KB of bytes, which are 400 KB as base64', { pk: '1', d: Buffer.alloc(300 * KB, 7) }],
    ['399 KB of names', { pk: '1', ...many(399, true, KB - 1) }],
  ])('FC-A22: %s are stored', async (_, item) => {
    expect(await verdictOf(item)).toBe('stored');
  });

  it.each<[string, object, number]>([
    ['one character more', { pk: '1', d: 'é'.repeat(204_799) }, 409_602],
    ['401 KB of names', { pk: '1', ...many(401, true, KB - 1) }, 401 * KB + 3],
    ['401 KB of bytes', { pk: '1', d: Buffer.alloc(401 * KB) }, 401 * KB + 4],
  ])('FC-A22: %s is refused, and nothing is sent', async (_, item, bytes) => {
    expect(await verdictOf(item)).toContain(
      `it has ${String(bytes)} bytes; 409600 (400 KB) are allowed`,
    );
  });

  it('FC-A22: an item that the service measures as larger costs no other item', async () => {
    // The documented rule is approximate for numbers, so that the service has the last word.
    const isPoison = (item: Item) => pkOf(item) === '07';
    const world = new JobWorld({ isPoison });
    await expect(world.run(atOnce(...itemsOf(25, 123_456)))).rejects.toThrow(
      'The sink out was refused the record {"pk":"07"}',
    );
    expect(world.service.table.items()).toHaveLength(24);
  });
});

describe('three limits: of an item, of a request, of the buffer', () => {
  const large = 'x'.repeat(399 * KB);

  it('FC-A23: 25 items of 399 KB are stored by one request', async () => {
    const world = new JobWorld();
    await world.run(atOnce(...itemsOf(25, large)));
    expect(world.service.table.items()).toHaveLength(25);
    expect(world.sizes()).toEqual([25]);
    expect(Number(world.metrics()['maxBufferedBytes'])).toBe(25 * (399 * KB + NAMES_BYTES));
  });

  it('FC-A23: the limit of a request splits a batch', async () => {
    // As JSON, a control character has six bytes, and an item 2.4 MB.
    const world = new JobWorld();
    await world.run(atOnce(...itemsOf(25, '\u0001'.repeat(399 * KB))));
    expect(world.sizes()).toEqual([6, 6, 6, 6, 1]);
    expect(world.service.table.items()).toHaveLength(25);
  });

  it("FC-A23: the buffer's makes the source wait, and fails nothing", async () => {
    const bufferBytesMax = 2 * KB * KB;
    const world = new JobWorld({ sink: { bufferBytesMax } });
    const read: number[] = [];
    const { result } = await world.runSource(fromArray(itemsOf(25, large)), {
      limits: { channelRecords: 1, runRecordsMax: 1 },
      during: ({ clock, handle }) => {
        const look = () => read.push(handle.metrics().sources['in']!['numRecordsOut']!);
        clock.after(1, () => clock.after(1, look));
      },
    });
    expect(result.ended).toBe('finished');
    expect(read).toEqual([5]);
    expect(world.service.table.items()).toHaveLength(25);
    expect(Math.max(...world.sizes())).toBe(5);
    const { maxBufferedBytes, demandStops, refused } = world.metrics();
    expect(Number(maxBufferedBytes)).toBeLessThanOrEqual(bufferBytesMax);
    expect(Number(demandStops)).toBeGreaterThan(0);
    expect(refused).toBe(0);
  });

  it('FC-A23: the limit of an item refuses one byte more, whatever room there is', async () => {
    const d = 'x'.repeat(ITEM_BYTES_MAX - NAMES_BYTES + 1);
    expect(await verdictOf({ pk: '00', d })).toContain('it has 409601 bytes; 409600');
  });

  it('B1: a buffer that could never take an item is refused at build', async () => {
    const world = new JobWorld({ sink: { bufferBytesMax: 400_000 } });
    await expect(async () => world.run([])).rejects.toThrow(
      'bufferBytesMax is 400000; an item may have 409600 bytes, so that it would never take one',
    );
  });
});

describe('items near 400 KB', () => {
  it.each<[string, number, number]>([
    ['399 KB', 399 * KB, 30],
    ['exactly 400 KB with their names', ITEM_BYTES_MAX - NAMES_BYTES, 30],
  ])('D9: 30 items of %s are stored, with a buffer bounded in bytes', async (_, length, count) => {
    const world = new JobWorld({ sink: { bufferBytesMax: 8 * KB * KB } });
    await world.run(atOnce(...itemsOf(count, 'x'.repeat(length))));
    const { maxBufferedBytes, written } = world.metrics();
    expect(written).toBe(count);
    expect(Number(maxBufferedBytes)).toBeLessThanOrEqual(8 * KB * KB);
    const stored = world.service.table.items().map((item) => [pkOf(item), item['d']?.S?.length]);
    expect(stored.sort()).toEqual(Array.from({ length: count }, (__, at) => [keyOf(at), length]));
  });

  it('D9: 30 items of 399 KB that must be escaped go by the 16 MB of a request', async () => {
    // Each quotation mark is two bytes as JSON: 20 items would be 16.3 MB, and 19 are not.
    const world = new JobWorld();
    await world.run(atOnce(...itemsOf(30, '"'.repeat(399 * KB))));
    expect(world.sizes()).toEqual([19, 11]);
    expect(world.service.table.items()).toHaveLength(30);
  });
});
