import fc from 'fast-check';
import { canonicalKey, keyOfCanonical, type Key, type KeyScalar } from './key.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('\u0000', 's', 't', '1', ':', '\ud800'), maxLength: 6 }),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -3, max: 3 }),
);
const scalar: fc.Arbitrary<KeyScalar> = fc.oneof(text, number, fc.bigInt(), fc.boolean());
const anyKey: fc.Arbitrary<Key> = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));

/** Two keys are one key when this is the same: types told apart, -0 is 0. */
function identity(key: Key): string {
  if (typeof key === 'object') return `(${key.map((part) => identity(part)).join(',')})`;
  if (typeof key === 'string') return JSON.stringify(key);
  return `${typeof key} ${key === 0 ? '0' : String(key)}`;
}

describe('canonicalKey', () => {
  it('is the same for the same key and another for any other', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (a, b) => {
        const isOne = new Set([canonicalKey(a), canonicalKey(b)]).size === 1;
        expect(isOne).toBe(identity(a) === identity(b));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leads back to the key', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        expect(identity(keyOfCanonical(canonicalKey(key)))).toBe(identity(key));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, Key, Key]>([
    ['a separator in a part', ['a|b', 'c'], ['a', 'b|c']],
    ['a number and its text', 1, '1'],
    ['a number and its text in a tuple', [1], ['1']],
    ['a number and a bigint', 1, 1n],
    ['a boolean and its text', true, 'true'],
    ['a tuple of one and its part', ['a'], 'a'],
    ['a tuple and a string with the text of its canonical form', ['a'], canonicalKey(['a'])],
    ['a string that begins with NUL and its canonical form', '\u0000', canonicalKey('\u0000')],
    ['no part and one empty part', [], ['']],
  ])('S101: tells apart %s', (_, a, b) => {
    expect(canonicalKey(a)).not.toBe(canonicalKey(b));
  });

  it('S99: -0 is 0, alone and in a tuple', () => {
    expect(Object.is(canonicalKey(-0), 0)).toBe(true);
    expect(canonicalKey(['a', -0])).toBe(canonicalKey(['a', 0]));
  });

  it.each([
    ['NaN', Number.NaN, 'NaN cannot be a key'],
    ['an infinity', -Infinity, '-Infinity cannot be a key'],
    ['null', null, 'null cannot be a key'],
    ['undefined', undefined, 'undefined cannot be a key'],
    ['an object', { id: 1 }, 'an object cannot be a key'],
    ['a date', new Date(0), 'an object cannot be a key'],
    ['a symbol', Symbol('s'), 'a symbol cannot be a key'],
    ['a tuple with NaN', ['a', Number.NaN], 'NaN cannot be a key'],
    ['a tuple in a tuple', [['a']], 'an object cannot be a key'],
    ['a tuple with a hole', Object.assign(['a'], { 2: 'b' }), 'undefined cannot be a key'],
  ])('S96 S98 S100: refuses %s', (_, key, sentence) => {
    expect(() => canonicalKey(key as Key)).toThrow(new TypeError(sentence));
  });
});
