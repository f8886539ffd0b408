/**
 * Owns: texts that are not UTF-8 on their way into it: UTF-16 in both orders, and windows-1252.
 * Refuses: half of a surrogate pair, since UTF-8 has no bytes for it.
 *
 * Not by TextDecoder: on Node.js 20 that of windows-1252 takes 0x80 to 0x9f for control characters,
 * and that of UTF-16 does not say where it failed (docs/decisions/0023).
 */

/** As `TextDecoder` calls them; latin1 is windows-1252 there and here. */
export type FileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'latin1';

/** Well-formed UTF-8, and how many bytes of the file follow it that are not text. */
export interface Transcoded {
  readonly utf8: Uint8Array;
  readonly badBytes: number;
}

/** Turns the chunks of one file into UTF-8, one after another. */
export interface Transcoder {
  transcode(chunk: Uint8Array): Transcoded;
  /** Bytes that wait for the rest of their character. */
  readonly waiting: number;
}

export function createTranscoder(encoding: Exclude<FileEncoding, 'utf-8'>): Transcoder {
  switch (encoding) {
    case 'utf-16le':
      return new Utf16Transcoder('as-it-is');
    case 'utf-16be':
      return new Utf16Transcoder('swapped');
    default:
      return { transcode: windows1252, waiting: 0 };
  }
}

class Utf16Transcoder implements Transcoder {
  private rest = Buffer.alloc(0);

  constructor(private readonly order: 'as-it-is' | 'swapped') {}

  get waiting(): number {
    return this.rest.length;
  }

  transcode(chunk: Uint8Array): Transcoded {
    const bytes = Buffer.concat([this.rest, chunk]);
    const whole = this.inHostOrder(bytes.subarray(0, bytes.length & ~1));
    const text = whole.toString('utf16le');
    // A first half at the end waits for the second; anywhere else it is bad.
    const end = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    this.rest = Buffer.from(bytes.subarray(end * 2));
    const bad = text.slice(0, end).search(LONE_SURROGATE);
    const good = text.slice(0, bad === -1 ? end : bad);
    return { utf8: Buffer.from(good), badBytes: bad === -1 ? 0 : (end - bad) * 2 };
  }

  private inHostOrder(bytes: Buffer): Buffer {
    return this.order === 'swapped' ? Buffer.from(bytes).swap16() : bytes;
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;

// 0x80 to 0x9f, as the Encoding Standard has them; everywhere else a byte is its own code point.
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windows1252(chunk: Uint8Array): Transcoded {
  const latin1 = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
  const text = latin1.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80]!);
  return { utf8: Buffer.from(text), badBytes: 0 };
}
