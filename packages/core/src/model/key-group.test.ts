import fc from 'fast-check';
import { javaHashCode, keyGroupOf, keyGroupsOf, murmur, subtaskOf } from './key-group.js';
import { canonicalKey, type Key } from './key.js';

const int32 = (n: bigint): bigint => BigInt.asIntN(32, n);
const uint32 = (n: bigint): bigint => BigInt.asUintN(32, n);
const rotated = (n: bigint, bits: bigint): bigint =>
  uint32((uint32(n) << bits) | (uint32(n) >> (32n - bits)));

/** MurmurHash3_x86_32 of one block of four bytes with seed 0, from its definition, over bigints. */
function murmur3(block: bigint): bigint {
  const k = uint32(rotated(uint32(block * 0xcc9e2d51n), 15n) * 0x1b873593n);
  let h = uint32(rotated(k, 13n) * 5n + 0xe6546b64n) ^ 4n;
  h = uint32((h ^ (h >> 16n)) * 0x85ebca6bn);
  h = uint32((h ^ (h >> 13n)) * 0xc2b2ae35n);
  return h ^ (h >> 16n);
}

/** Flink's MathUtils.murmurHash: the absolute value of that, and 0 for the one int that has none. */
function flinkMurmur(code: number): number {
  const hash = int32(murmur3(uint32(BigInt(code))));
  if (hash === -0x80000000n) return 0;
  return Number(hash < 0n ? -hash : hash);
}

describe('javaHashCode', () => {
  // s[0]*31^(n-1) + ... + s[n-1] in 32 bits, as java.lang.String documents it.
  it.each([
    ['', 0],
    ['a', 97],
    ['hello', 99162322],
    ['polygenelubricants', -2147483648],
    ['Aa', 2112],
    ['BB', 2112],
    ['\u20ac', 8364],
    // A character beyond the BMP counts as its two code units: 55357 * 31 + 56832.
    ['\u{1f600}', 1772899],
  ])("%j has Java's hash code %d", (text, code) => {
    expect(javaHashCode(text)).toBe(code);
  });
});

describe('murmur', () => {
  // Published vectors of MurmurHash3_x86_32 with seed 0; Flink takes the absolute value.
  it.each([
    ['the bytes of "test"', 0x74736574, 0xba6bd213],
    ['four zero bytes', 0, 0x2362f9de],
    ['ff ff ff ff', -1, 0x76293b50],
    ['21 43 65 87', 0x87654321 | 0, 0xf55b516b],
  ])('is murmur3 of %s', (_, block, published) => {
    expect(murmur3(uint32(BigInt(block)))).toBe(BigInt(published));
    expect(murmur(block)).toBe(Math.abs(published | 0));
  });

  it('is what its definition says for any int, and never negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (code) => {
        expect(murmur(code)).toBe(flinkMurmur(code));
        expect(murmur(code)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('keyGroupOf', () => {
  it("is Flink's assignment for a string", () => {
    expect(keyGroupOf('hello')).toBe(flinkMurmur(99162322) % 128);
    expect(keyGroupOf('hello', 32_768)).toBe(flinkMurmur(99162322) % 32_768);
  });

  it('puts any key into one of the groups', () => {
    const keys = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 32_768 }), (key: Key, groups) => {
        const group = keyGroupOf(canonicalKey(key), groups);
        expect(Number.isInteger(group) && group >= 0 && group < groups).toBe(true);
      }),
    );
  });

  it('spreads numbered keys: no group holds more than twice its share', () => {
    const counts = new Array<number>(128).fill(0);
    for (let i = 0; i < 12_800; i++) counts[keyGroupOf(`sensor-${String(i)}`)]! += 1;
    expect(Math.max(...counts)).toBeLessThan(200);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});

describe('keyGroupsOf', () => {
  it('gives each subtask the groups that subtaskOf gives it, and each group to one', () => {
    const counts = fc.integer({ min: 1, max: 128 });
    fc.assert(
      fc.property(counts, (parallelism) => {
        const owners = Array.from({ length: 128 }, (_, group) => subtaskOf(group, parallelism));
        const ranges = Array.from({ length: parallelism }, (_, at) => keyGroupsOf(at, parallelism));
        const given = ranges.flatMap(({ first, last }, subtask) =>
          Array.from({ length: last - first + 1 }, () => subtask),
        );
        expect(given).toEqual(owners);
      }),
    );
  });
});
