import fc from 'fast-check';
import { itemBytes, ITEM_BYTES_MAX } from './item-size.js';
import type { Item } from './item.js';
import { writeWireBytes } from './wire-size.js';

describe('the size of an item', () => {
  it.each<[string, Item, number]>([
    ['a string in UTF-8', { é: { S: 'é€😀' } }, 2 + 9],
    ['a number', { n: { N: '123' } }, 1 + 3],
    ['bytes as they are', { b: { B: new Uint8Array(300) } }, 1 + 300],
    ['null and boolean', { n: { NULL: true }, b: { BOOL: false } }, 4],
    ['an empty list', { l: { L: [] } }, 1 + 3],
    ['a list', { l: { L: [{ S: 'ab' }, { BOOL: true }] } }, 1 + 3 + 2 + 3],
    ['a map with its names', { m: { M: { ab: { S: 'c' } } } }, 1 + 3 + 1 + 3],
    ['sets', { s: { SS: ['ab', 'c'] }, n: { NS: ['1', '22'] } }, 1 + 3 + 1 + 4],
  ])('D9: %s', (_, item, bytes) => {
    expect(itemBytes(item)).toBe(bytes);
  });

  it('D9: is counted in bytes, not in characters or digits', () => {
    const key: Item = { pk: { S: '1' } };
    const fits = { ...key, d: { S: 'é'.repeat(204_798) } };
    expect(itemBytes(fits)).toBe(ITEM_BYTES_MAX);
    expect(itemBytes({ ...key, d: { S: 'é'.repeat(204_799) } })).toBeGreaterThan(ITEM_BYTES_MAX);
    const numbers = Array.from({ length: 8000 }, (_, at) => `a${String(at).padStart(4, '0')}`);
    const many = Object.fromEntries(numbers.map((name) => [name, { N: '1E125' }]));
    expect(itemBytes(many)).toBe(8000 * 7);
  });
});

describe('the size of a write on the wire', () => {
  const item = fc.letrec<{ value: unknown; item: Item }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.record({
        S: fc.string({ unit: 'binary' }).map((text) => text.replace(/\p{Surrogate}/gu, '')),
      }),
      fc.record({ N: fc.maxSafeInteger().map(String) }),
      fc.record({ B: fc.uint8Array() }),
      fc.record({ BOOL: fc.boolean() }),
      fc.constant({ NULL: true }),
      fc.record({ L: fc.array(tie('value')) }),
      fc.record({ M: tie('item') }),
      fc.record({ SS: fc.array(fc.string()) }),
    ),
    item: fc.dictionary(fc.string(), tie('value')) as fc.Arbitrary<Item>,
  })).item;

  it('D9: is never less than the JSON that carries it, and little more', () => {
    fc.assert(
      fc.property(item, (value) => {
        const asSent = (_: string, member: unknown) =>
          member instanceof Uint8Array ? Buffer.from(member).toString('base64') : member;
        const json = `${JSON.stringify({ DeleteRequest: { Key: value } }, asSent)},`;
        const bytes = Buffer.byteLength(json);
        expect(writeWireBytes(value)).toBeGreaterThanOrEqual(bytes);
        expect(writeWireBytes(value)).toBeLessThan(bytes * 1.5 + 32);
      }),
    );
  });
});
