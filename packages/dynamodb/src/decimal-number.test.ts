import fc from 'fast-check';
import { canonicalNumber, numberBytes, numberFault } from './decimal-number.js';

describe('numbers as the service sees them', () => {
  it.each([
    ['1', '1.0'],
    ['1', '1e0'],
    ['1000', '1e3'],
    ['0', '-0'],
    ['0', '0.000e7'],
    ['-0.5', '-5E-1'],
    ['+7', '007'],
  ])('D8: %s and %s are one number', (left, right) => {
    expect(canonicalNumber(left)).toBe(canonicalNumber(right));
  });

  it.each([
    ['1', '-1'],
    ['1', '10'],
    ['9007199254740995', '9007199254740996'],
    ['0.1', '0.10000000000000000000000000000000000001'],
  ])('D8: %s and %s are two', (left, right) => {
    expect(canonicalNumber(left)).not.toBe(canonicalNumber(right));
  });

  it('D8: identity is numeric equality, for all pairs of scaled integers', () => {
    const scaled = fc.tuple(fc.bigInt({ min: -999n, max: 999n }), fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(scaled, scaled, ([a, m], [b, n]) => {
        const isEqual = a * 10n ** BigInt(m) === b * 10n ** BigInt(n);
        const isSame =
          canonicalNumber(`${String(a)}e${String(m)}`) ===
          canonicalNumber(`${String(b)}e${String(n)}`);
        expect(isSame).toBe(isEqual);
      }),
    );
  });

  it('D8: two doubles share a text when, and only when, they are equal', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, double, (a, b) => {
        const isSame = canonicalNumber(String(a)) === canonicalNumber(String(b));
        expect(isSame).toBe(a === b);
        expect(canonicalNumber(String(a))).toBe(canonicalNumber(a.toExponential()));
      }),
    );
  });

  it.each([
    ['123456789012345678901234567890123456789', /39 significant digits/],
    ['5e-324', /too small/],
    ['1e-131', /too small/],
    ['1e126', /too large/],
    ['-1e999999999999', /too large/],
    ['', /not a decimal/],
    ['.', /not a decimal/],
    ['1e', /not a decimal/],
    ['0x10', /not a decimal/],
    ['NaN', /not a decimal/],
  ])('D9: %s is refused', (text, why) => {
    expect(numberFault(text)).toMatch(why);
  });

  it.each([
    '12345678901234567890123456789012345678',
    '9.99e125',
    '1e-130',
    '0e999',
    '.5',
    '5.',
    '1E125',
  ])('D9: %s is taken', (text) => {
    expect(numberFault(text)).toBeUndefined();
  });

  it.each([
    ['0', 1],
    ['1', 2],
    ['12', 2],
    ['123', 3],
    ['1E125', 2],
    ['-100', 2],
    ['12345678901234567890123456789012345678', 20],
  ])('D9: %s takes %i bytes', (text, bytes) => {
    expect(numberBytes(text)).toBe(bytes);
  });
});
