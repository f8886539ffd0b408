import fc from 'fast-check';
import { runInNewContext } from 'node:vm';
import { identical } from './identical.fixture.js';
import { SHAPE_KEYS_MAX, SHAPES_MAX } from './shapes.js';
import { stateCodec } from './state-codec.js';

const codec = stateCodec();
const OWNER = 'state "seen" of "dedupe"';

function returned(value: unknown): unknown {
  return codec.decode(codec.encode(value, OWNER));
}

/** Any UTF-16 code units: most such texts are no valid UTF-16. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0xd800, 0xdc00, 0xfeff)))
  .map((units) => String.fromCharCode(...units));

const scalar = fc.oneof(
  anyText,
  fc.string({ unit: 'binary', minLength: 60, maxLength: 90 }),
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.bigInt({ min: -(1n << 4096n), max: 1n << 4096n }),
  fc.boolean(),
  fc.constantFrom(undefined, null, NaN, Infinity, -Infinity, -0),
  fc.date(),
);

const anyValue = fc.anything({
  key: fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toJSON', '1', '__keys__')),
  values: [scalar],
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
});

const KEPT: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['undefined as a property', { present: undefined }],
  ['undefined in an array', [undefined, 1, undefined]],
  ['holes', Object.assign(new Array<number>(9), { 2: 1, 5: 2 })],
  ['an array of holes', new Array<number>(1000)],
  ['a long array with one element', Object.assign(new Array<number>(4e9), { 3e9: 1 })],
  ['NaN and the infinities', [NaN, Infinity, -Infinity]],
  ['-0', [-0, 0, { zero: -0 }]],
  ['numbers about the limits of formats', [2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 31) - 1, 5e-324]],
  ['a lone surrogate', ['\ud800', 'a\udc00b', { '\ud800': 1 }, new Map([['\udfff', 1]])]],
  ['a byte order mark before a long text', `\ufeff${'x'.repeat(100)}`],
  ['a surrogate pair at the end of a long text', `${'x'.repeat(4096)}😀`],
  ['the empty text', ['', { '': '' }]],
  ['bigints', [0n, -1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n, -(2n ** 70n), 10n ** 5000n]],
  ['dates', [new Date(0), new Date(-1), new Date(8.64e15), new Date(NaN), new Date(1.5e12 + 7)]],
  [
    'the order of a map',
    new Map([
      ['b', 1],
      ['a', 2],
    ]),
  ],
  [
    'any keys of a map',
    new Map<unknown, unknown>([
      [{ a: 1 }, [1]],
      [NaN, 2],
      [[1], new Map()],
    ]),
  ],
  ['sets in sets', new Set([new Set([1, 2]), 'x', undefined])],
  ['views', [new Float64Array([-0, NaN]), new BigInt64Array([-1n]), new Uint8ClampedArray([9])]],
  ['a view of a part', new Uint16Array(new ArrayBuffer(32), 8, 3).fill(7)],
  ['buffers', [new ArrayBuffer(3), new DataView(new ArrayBuffer(4), 1, 2), Buffer.from('abc')]],
  ['the order of keys', { z: 1, a: 2, 10: 3, 9: 4 }],
  ['__proto__ as a key', JSON.parse('{"__proto__":{"polluted":true},"a":1}')],
  ['names that libraries ask for', { constructor: 'x', toJSON: 1, hasOwnProperty: 2, length: 3 }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['a text of ten megabytes', 'ä'.repeat(5_000_000)],
  ['two hundred thousand elements', Array.from({ length: 200_000 }, (_, at) => at / 3)],
  [
    'a hundred thousand keys',
    Object.fromEntries(Array.from({ length: 1e5 }, (_, at) => [`k${at}`, at])),
  ],
  ['as many levels as are allowed', nested(499)],
];

function nested(levels: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

describe('the codec of state', () => {
  it.each(KEPT)('K5: gives back %s', (_, value) => {
    expect(identical(returned(value), value)).toBe(true);
  });

  it('K5: gives back any value as it was', () => {
    fc.assert(
      fc.property(anyValue, (value) => identical(returned(value), value)),
      { numRuns: 500 },
    );
  });

  it('K5: gives back many values in their order', () => {
    const values = fc.array(anyValue, { maxLength: 20 });
    fc.assert(fc.property(values, (written) => identical(throughWriter(written), written)));
  });

  it('K5: a key named __proto__ changes no prototype', () => {
    const value = returned(JSON.parse('{"__proto__":{"polluted":true}}')) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in value).toBe(false);
  });

  it('K5: the same object twice comes back as two equal ones', () => {
    const shared = { n: 1 };
    const [left, right] = returned([shared, shared]) as [object, object];
    expect(left).toEqual(right);
    expect(left).not.toBe(right);
  });

  it('K5: takes values of another realm for what they are', () => {
    const foreign: unknown = runInNewContext(
      '({ m: new Map([[1, new Set([2])]]), d: new Date(3), a: [4,,5], v: new Float32Array([6]) })',
    );
    const own = {
      m: new Map([[1, new Set([2])]]),
      d: new Date(3),
      a: Object.assign(new Array<number>(3), { 0: 4, 2: 5 }),
      v: new Float32Array([6]),
    };
    expect(identical(returned(foreign), own)).toBe(true);
  });

  it('K4: what was written is what a value was then', () => {
    const value = { list: [1], bytes: new Uint8Array([1]), map: new Map([['a', 1]]) };
    const writer = codec.createWriter(OWNER);
    writer.write(value);
    value.list.push(2);
    value.bytes[0] = 2;
    value.map.clear();
    expect(codec.createReader(writer.finish()).next()).toEqual({
      list: [1],
      bytes: new Uint8Array([1]),
      map: new Map([['a', 1]]),
    });
  });

  it('K4: what was restored shares no bytes with what it was restored from', () => {
    const bytes = codec.encode(new Uint8Array([7]), OWNER);
    const restored = codec.decode(bytes) as Uint8Array;
    bytes.fill(0);
    expect([...restored]).toEqual([7]);
  });

  it('writes the keys of rows once', () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({ countOfRecords: at, sumOfPrices: at }));
    expect(packed(rows).length).toBeLessThan(500 * 12);
  });

  it('keeps more shapes, and shapes of more keys, than it remembers', () => {
    const many = Array.from({ length: SHAPES_MAX + 10 }, (_, at) => ({ [`k${String(at)}`]: at }));
    const keys = Array.from({ length: SHAPE_KEYS_MAX + 1 }, (_, at) => [`w${String(at)}`, at]);
    const wide: unknown = Object.fromEntries(keys);
    const values = [...many, ...many, wide, { a: 1 }, wide, { a: 2 }];
    expect(identical(throughWriter(values), values)).toBe(true);
  });
});

function packed(values: readonly unknown[]): Uint8Array {
  const writer = codec.createWriter(OWNER);
  for (const value of values) writer.write(value);
  return writer.finish();
}

function throughWriter(values: readonly unknown[]): unknown[] {
  const reader = codec.createReader(packed(values));
  const read: unknown[] = [];
  while (!reader.done()) read.push(reader.next());
  return read;
}
