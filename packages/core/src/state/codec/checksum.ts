/**
 * Owns: the checksum of encoded bytes: murmur3 over words of 32 bits.
 * Refuses: to be a signature. It finds damage, not malice.
 *
 * Each step is one-to-one in its word, so damage within one word is always found, and other damage but
 * once in four thousand million times.
 */

/** The checksum of all bytes from a place on; another seed gives another sum. */
export function checksumOf(bytes: DataView, from: number, seed: number): number {
  const end = bytes.byteLength;
  const wholeEnd = end - ((end - from) % 4);
  let sum = seed;
  for (let at = from; at < wholeEnd; at += 4) sum = added(sum, bytes.getUint32(at, true));
  for (let at = wholeEnd; at < end; at++) sum = added(sum, bytes.getUint8(at));
  return (sum ^ (end - from)) >>> 0;
}

function added(sum: number, word: number): number {
  const mixed = Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotated(sum ^ mixed, 13), 5) + 0xe6546b64) | 0;
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
