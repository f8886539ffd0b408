import { marshall as vendorMarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { decimal } from './decimal.js';
import { marshallItem } from './marshall.js';

const refuse = (path: string, why: string): never => {
  throw new Error(`${path} ${why}`);
};
const marshalled = (item: object) => marshallItem(item, refuse);

class Point {
  x = 1;
}

function nested(levels: number): unknown {
  return levels === 0 ? 'leaf' : { in: nested(levels - 1) };
}

describe('marshalling', () => {
  it('stores plain values as what they are', () => {
    const item = {
      s: 'text',
      empty: '',
      n: 1.5,
      big: 9007199254740995n,
      exact: decimal('0.10000000000000000001'),
      yes: true,
      nothing: null,
      bytes: new Uint8Array([1, 2]),
      list: [1, 'a', [null]],
      map: { a: { b: 1 } },
      fromMap: new Map([['k', 1]]),
      strings: new Set(['a', 'b']),
      numbers: new Set<number | bigint>([1, 2n]),
      binaries: new Set([new Uint8Array([1])]),
    };
    expect(marshalled(item)).toEqual({
      s: { S: 'text' },
      empty: { S: '' },
      n: { N: '1.5' },
      big: { N: '9007199254740995' },
      exact: { N: '0.10000000000000000001' },
      yes: { BOOL: true },
      nothing: { NULL: true },
      bytes: { B: new Uint8Array([1, 2]) },
      list: { L: [{ N: '1' }, { S: 'a' }, { L: [{ NULL: true }] }] },
      map: { M: { a: { M: { b: { N: '1' } } } } },
      fromMap: { M: { k: { N: '1' } } },
      strings: { SS: ['a', 'b'] },
      numbers: { NS: ['1', '2'] },
      binaries: { BS: [new Uint8Array([1])] },
    });
  });

  it('agrees with the vendor on what both take', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      fc.constant(null),
      fc.maxSafeInteger(),
      fc.double({ min: 1e-100, max: 9e15, noNaN: true, noInteger: true }),
    );
    const name = fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__');
    const { item } = fc.letrec<{ value: unknown; item: Record<string, unknown> }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), tie('item')),
      item: fc.dictionary(name, tie('value')),
    }));
    fc.assert(
      fc.property(item, (value) => {
        expect(marshalled(value)).toEqual(vendorMarshall(value));
      }),
    );
  });

  it('D9: an undefined attribute is absent, and a list keeps its positions or is refused', () => {
    expect(marshalled({ pk: '1', note: undefined, in: { a: undefined } })).toEqual({
      pk: { S: '1' },
      in: { M: {} },
    });
    expect(() => marshalled({ tags: ['a', undefined, 'c'] })).toThrow('tags[1] is undefined');
    // eslint-disable-next-line no-sparse-arrays -- the hole is the case
    expect(() => marshalled({ tags: ['a', , 'c'] })).toThrow('tags[1] is undefined');
    expect(() => marshalled({ tags: new Set([undefined]) })).toThrow('tags is undefined');
  });

  it.each<[string, unknown, string]>([
    ['a Date', new Date(0), 'at is a Date; store its toISOString() or its getTime()'],
    ['a class instance', new Point(), 'at is an instance of Point'],
    ['a function', () => 1, 'at is a function'],
    ['a symbol', Symbol('s'), 'at is a symbol'],
    ['NaN', NaN, 'at is NaN'],
    ['an infinity', -Infinity, 'at is -Infinity'],
    ['an empty set', new Set(), 'at is an empty Set'],
    ['a mixed set', new Set<unknown>([1, 'a']), 'at is a Set that is not of strings'],
    ['a set of lists', new Set([[1]]), 'at is a Set that is not of strings'],
    ['a set with one number twice', new Set<unknown>([1, 1n]), 'holds one value twice'],
    ['a Map with other keys', new Map([[1, 1]]), 'has a number as a name'],
    ['a Float64Array', new Float64Array(1), 'at is an instance of Float64Array'],
    ['a promise', Promise.resolve(), 'at is an instance of Promise'],
    ['a boxed string', new String('s'), 'at is an instance of String'],
    ['a symbol as a name', { [Symbol('s')]: 1 }, 'has a symbol as a name'],
  ])('D9: %s is refused with its path', (_, at, message) => {
    expect(() => marshalled({ pk: '1', at })).toThrow(message);
    expect(() => marshalled({ pk: '1', list: [{ at }] })).toThrow(/^list\[0\]/);
  });

  it('D9: a cycle is refused, and 32 levels are not', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect(() => marshalled(cyclic)).toThrow('holds itself');
    expect(() => marshalled({ top: nested(32) })).not.toThrow();
    expect(() => marshalled({ top: nested(33) })).toThrow('32 levels deep');
  });

  it('D9: a getter of a plain object is read; an item that is no plain object is refused', () => {
    const item = {
      get x() {
        return 1;
      },
    };
    expect(marshalled(item)).toEqual({ x: { N: '1' } });
    expect(() => marshalled(new Point())).toThrow('is an instance of Point');
    expect(() => marshalled([1])).toThrow('is a list');
  });

  it('D9: numbers that the service refuses are refused here', () => {
    expect(() => marshalled({ n: 123456789012345678901234567890123456789n })).toThrow('n has 39');
    expect(() => marshalled({ n: 5e-324 })).toThrow('n is too small');
    expect(() => marshalled({ n: decimal('1e126') })).toThrow('n is too large');
    expect(() => marshalled({ n: decimal('one') })).toThrow('n is not a decimal number');
  });

  it('D9: large integers keep every digit, or are refused', () => {
    expect(marshalled({ n: 9007199254740995n })).toEqual({ n: { N: '9007199254740995' } });
    expect(() => marshalled({ n: 2 ** 53 })).toThrow('use a bigint');
    expect(marshalled({ n: -0 })).toEqual({ n: { N: '0' } });
  });

  it('D9: names that JavaScript treats specially are stored or refused, never dropped', () => {
    const parsed = JSON.parse('{"pk":"1","constructor":"c","toString":"t"}') as object;
    expect(marshalled(parsed)).toEqual({
      pk: { S: '1' },
      constructor: { S: 'c' },
      toString: { S: 't' },
    });
    const withProto = JSON.parse('{"pk":"1","in":{"__proto__":{"x":1}}}') as object;
    expect(() => marshalled(withProto)).toThrow('in has a member __proto__');
    expect(marshalled(Object.assign(Object.create(null) as object, { a: 1 }))).toEqual({
      a: { N: '1' },
    });
    expect(() => marshalled({ s: '\ud800' })).toThrow('s has a lone surrogate');
    expect(() => marshalled({ '\ud800': 1 })).toThrow('has a lone surrogate');
    expect(marshalled({ s: '\ud83d\ude00' })).toEqual({ s: { S: '😀' } });
  });

  it('K4: bytes are copied, so that the caller may use its buffer again', () => {
    const bytes = Buffer.from([1, 2, 3]);
    const item = marshalled({ bytes });
    bytes.fill(0);
    expect(item['bytes']?.B).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('names a path as it would be written', () => {
    expect(() => marshalled({ a: { 'b c': [{ d: NaN }] } })).toThrow('a["b c"][0].d is NaN');
  });
});
