/**
 * Owns: where one CSV record ends: a scan over bytes that knows quotes, delimiters and line ends, and
 *   may stop and go on at any byte. All of these are ASCII, so UTF-8 cannot mislead it.
 * Refuses: a quote or a carriage return where RFC 4180 has none, since fields would be guessed.
 */
import type { ByteWindow } from './byte-window.js';
import { NEWLINE } from './json-text.js';

const QUOTE = 0x22;
const RETURN = 0x0d;

/** `inside`: the window ended first. `found`: the window's `at` stands on the newline. */
export type CsvExtentResult = 'inside' | 'found' | { readonly reason: string };

/** Where in a record the scan stands; `closing` is behind a quote that may be the first of two. */
type At = 'field-start' | 'field' | 'quoted' | 'closing' | 'return';

export class CsvExtent {
  newlines = 0;
  private at: At = 'field-start';

  constructor(private readonly delimiter: number) {}

  get isQuoted(): boolean {
    return this.at === 'quoted';
  }

  begin(): void {
    this.newlines = 0;
    this.at = 'field-start';
  }

  scan(window: ByteWindow): CsvExtentResult {
    if (this.at === 'field-start' && window.at === window.from && skipPlainLine(window))
      return 'found';
    return this.scanBytes(window);
  }

  private scanBytes(window: ByteWindow): CsvExtentResult {
    const { bytes, length } = window;
    for (let i = window.at; i < length; i += 1) {
      const byte = bytes[i]!;
      window.at = i;
      if (byte === NEWLINE && this.at !== 'quoted') return 'found';
      const next = this.after(byte);
      if (typeof next === 'object') return next;
      this.at = next;
    }
    window.at = length;
    return 'inside';
  }

  private after(byte: number): At | { readonly reason: string } {
    switch (this.at) {
      case 'quoted':
        if (byte === NEWLINE) this.newlines += 1;
        return byte === QUOTE ? 'closing' : 'quoted';
      case 'closing':
        if (byte === QUOTE) return 'quoted';
        if (byte === RETURN) return 'return';
        return byte === this.delimiter ? 'field-start' : { reason: TEXT_BEHIND_QUOTE };
      case 'return':
        return { reason: LONE_RETURN };
      default:
        return this.afterPlain(byte);
    }
  }

  private afterPlain(byte: number): At | { readonly reason: string } {
    if (byte === this.delimiter) return 'field-start';
    if (byte === RETURN) return 'return';
    if (byte !== QUOTE) return 'field';
    return this.at === 'field-start' ? 'quoted' : { reason: QUOTE_IN_FIELD };
  }
}

const TEXT_BEHIND_QUOTE = 'text follows a closing quote; write a quote inside a field twice';
const QUOTE_IN_FIELD =
  'a quote stands inside a field that is not quoted; quote the field and write the quote twice';
const LONE_RETURN = 'a carriage return stands outside quotes and no newline follows it';

// Most lines have no quotes: three searches of the platform instead of a loop over bytes.
function skipPlainLine(window: ByteWindow): boolean {
  const line = window.bytes.subarray(window.at, window.length);
  const newline = line.indexOf(NEWLINE);
  if (newline === -1) return false;
  const plain = line.subarray(0, newline);
  const lastReturn = plain.indexOf(RETURN);
  if (plain.includes(QUOTE) || (lastReturn !== -1 && lastReturn < newline - 1)) return false;
  window.at += newline;
  return true;
}
