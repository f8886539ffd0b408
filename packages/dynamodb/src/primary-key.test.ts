import fc from 'fast-check';
import { toEntry } from './entry.js';
import { keySchemaOf } from './key-schema.js';
import { deleteKey, put } from './write.js';
import { decimal } from './decimal.js';

const schema = keySchemaOf('t', {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'owner', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    { IndexName: 'g', KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }] },
  ],
});
const schemaOf = (type: 'S' | 'N' | 'B') =>
  keySchemaOf('t', {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: type }],
  });
const keyOf = (item: object, of = schema) => toEntry(put(item), of).key;

describe('the identity of a key', () => {
  it('D8: no two keys of two strings share one', () => {
    const part = fc.string({ minLength: 1, unit: fc.constantFrom('a', '$', ':', '1', '2', '0') });
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        const isSame = keyOf({ pk: a, sk: b }) === keyOf({ pk: c, sk: d });
        expect(isSame).toBe(a === c && b === d);
      }),
    );
  });

  it('D8: the parts are in order: (a, b) is not (b, a), and ("ab","cd") not ("a","bcd")', () => {
    expect(keyOf({ pk: 'a', sk: 'b' })).not.toBe(keyOf({ pk: 'b', sk: 'a' }));
    expect(keyOf({ pk: 'ab', sk: 'cd' })).not.toBe(keyOf({ pk: 'a', sk: 'bcd' }));
    expect(keyOf({ pk: 'a$b', sk: 'c' })).not.toBe(keyOf({ pk: 'a', sk: 'b$c' }));
  });

  it.each<[unknown, unknown]>([
    [decimal('1'), decimal('1.0')],
    [decimal('1000'), decimal('1e3')],
    [0, -0],
    [1, 1n],
  ])('D8: %p and %p are one numeric key', (left, right) => {
    expect(keyOf({ pk: left }, schemaOf('N'))).toBe(keyOf({ pk: right }, schemaOf('N')));
  });

  it('D8: bytes are compared by content', () => {
    const key = (bytes: number[]) => keyOf({ pk: new Uint8Array(bytes) }, schemaOf('B'));
    expect(key([255, 0])).toBe(key([255, 0]));
    expect(key([255, 0])).not.toBe(key([254, 0]));
    expect(key([0xc3, 0x28])).not.toBe(key([0xef, 0xbf, 0xbd, 0x28]));
  });

  it('D8: a put and a delete of one key share it', () => {
    const key = { pk: 'a', sk: 'b' };
    expect(toEntry(deleteKey(key), schema).key).toBe(keyOf({ ...key, more: 1 }));
  });
});

describe('an entry', () => {
  it('D9: a delete sends the key attributes alone, and needs no more than they do', () => {
    const record = { op: 'delete', pk: '1', sk: 'x', name: 'n', at: new Date(0) };
    expect(toEntry(deleteKey(record), schema).item).toEqual({ pk: { S: '1' }, sk: { S: 'x' } });
    expect(toEntry(deleteKey(record), schemaOf('S')).item).toEqual({ pk: { S: '1' } });
  });

  it.each<[string, object, string]>([
    ['a missing key', { pk: 'a' }, 'attribute sk is missing'],
    ['an undefined key', { pk: 'a', sk: undefined }, 'attribute sk is missing'],
    ['a key of another type', { pk: 1, sk: 'a' }, 'attribute pk has to be of type S'],
    ['an empty key', { pk: '', sk: 'a' }, 'attribute pk is empty'],
    ['a long partition key', { pk: 'é'.repeat(1025), sk: 'a' }, '2050 bytes; as a key, 2048'],
    ['a long sort key', { pk: 'a', sk: 'x'.repeat(1025) }, '1025 bytes; as a key, 1024'],
    ['an index key of another type', { pk: 'a', sk: 'b', owner: 1 }, 'owner has to be of type S'],
    ['an empty index key', { pk: 'a', sk: 'b', owner: '' }, 'attribute owner is empty'],
    ['too many bytes', { pk: 'a', sk: 'b', d: 'x'.repeat(409_600) }, '409600 (400 KB) are allowed'],
    ['a bad attribute', { pk: 'a', sk: 'b', at: new Date(0) }, 'attribute at is a Date'],
  ])('D9: %s is refused before anything is sent', (_, item, message) => {
    expect(() => toEntry(put(item), schema)).toThrow(message);
  });

  it('D9: the refusal names table, key, path and reason, in one sentence', () => {
    expect(() => toEntry(put({ pk: 'a', sk: 'b', tags: [undefined] }), schema)).toThrow(
      'The put of {"pk":"a","sk":"b"} to table "t" was not sent: attribute tags[0] is undefined.',
    );
    expect(() => toEntry(put({ pk: new Date(0), sk: 'b' }), schema)).toThrow(
      'The put of an item without a readable key to table "t" was not sent: attribute pk is a Date',
    );
  });

  it('D9: keys of exactly the limit, and an index key that is absent, are taken', () => {
    expect(() => keyOf({ pk: 'x'.repeat(2048), sk: 'y'.repeat(1024) })).not.toThrow();
  });
});
