import fc from 'fast-check';
import { checksumOf } from './checksum.js';
import { FORMAT_VERSION } from './frame.js';
import { stateCodec } from './state-codec.js';

const codec = stateCodec();
const VALUE = {
  list: [1, -0, 'text', 2n ** 80n],
  map: new Map([['a', new Date(0)]]),
  u: undefined,
};
const unreadable = expect.objectContaining({
  code: 'STATE_UNREADABLE',
  message: expect.stringMatching(
    /^The bytes of a state cannot be read, because .*; .*\.$/,
  ) as unknown,
}) as Error;

const encoded = (): Uint8Array => codec.encode(VALUE, 'the test');

/** Bytes whose checksum is right, so that what lies behind it is reached. */
function resealed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer);
  view.setUint32(1, checksumOf(view, 5, view.getUint8(0)));
  return bytes;
}

describe('bytes that cannot be read', () => {
  it('K5: one bit is enough, wherever it is', () => {
    for (let bit = 0; bit < encoded().length * 8; bit++) {
      const bytes = encoded();
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => codec.decode(bytes)).toThrow(unreadable);
    }
  });

  it('K5: an end that is missing, or one too many', () => {
    const bytes = encoded();
    for (let length = 0; length < bytes.length; length++) {
      expect(() => codec.decode(bytes.subarray(0, length))).toThrow(unreadable);
    }
    expect(() => codec.decode(Uint8Array.of(...bytes, 0))).toThrow(unreadable);
  });

  it('K5: any other bytes', () => {
    const foreign = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(foreign, (bytes) => {
        expect(() => codec.decode(bytes)).toThrow(unreadable);
      }),
    );
  });

  it('K5: even where the checksum is right, whatever goes wrong is said in our words', () => {
    const damage = fc.tuple(fc.nat(encoded().length - 6), fc.nat(255));
    fc.assert(
      fc.property(damage, ([at, byte]) => {
        const bytes = encoded();
        bytes[5 + at] = byte;
        try {
          codec.decode(resealed(bytes));
        } catch (error) {
          expect(error).toEqual(unreadable);
        }
      }),
    );
  });

  it('K5: a newer format is told by its number', () => {
    const bytes = encoded();
    bytes[0] = FORMAT_VERSION + 1;
    expect(() => codec.decode(resealed(bytes))).toThrow(
      /because they have format 2 .*; use the version/,
    );
  });

  it('K5: what is no bytes at all', () => {
    expect(() => codec.decode('text' as unknown as Uint8Array)).toThrow(unreadable);
  });

  it('K5: more than one value, where one is asked for', () => {
    const writer = codec.createWriter('the test');
    writer.write(1);
    writer.write(2);
    expect(() => codec.decode(writer.finish())).toThrow(/more than one value/);
  });

  it('K5: a value behind the last one', () => {
    const reader = codec.createReader(codec.encode(1, 'the test'));
    expect(reader.next()).toBe(1);
    expect(reader.done()).toBe(true);
    expect(() => reader.next()).toThrow(unreadable);
  });

  it('K5: bytes of format 1 stay readable', () => {
    expect(codec.decode(Buffer.from(FORMAT_1, 'hex'))).toEqual({
      a: [1, 'x', -0, '\ud800'],
      m: new Map([['k', 5n]]),
      b: [{ a: 1 }, { a: 2 }, new Uint8Array([3])],
      d: new Date(4),
    });
  });
});

/** Written once by this version. If this test fails, the format has changed without a new number. */
const FORMAT_1 =
  '01de5f4b90000000210d04000000000804000005060100d80a01000008030d0100000c01001003010307' +
  '9ca161a16da162a16401a178a16bd30000000000000005a161010204';
