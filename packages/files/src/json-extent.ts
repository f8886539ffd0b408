/**
 * Owns: where one JSON value ends: a scan over bytes that knows brackets, strings and escapes, and
 *   may stop and go on at any byte. All of these are ASCII, so UTF-8 cannot mislead it.
 * Refuses: to judge the value (`JSON.parse` does), except where its end could not be found: a
 *   bracket that closes another kind, and a control character, such as a newline, in a string.
 */
import type { ByteWindow } from './byte-window.js';
import { isJsonSpace, NEWLINE } from './json-text.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** `inside`: the window ended first; scan again when it has more. */
export type Extent = 'inside' | 'found' | { readonly reason: string };

/** Scans one value. The window's `at` goes to its end; `newlines` counts those passed. */
export class JsonExtent {
  newlines = 0;
  private closers: number[] = [];
  private mode: 'undecided' | 'scalar' | 'container' | 'string' = 'undecided';

  begin(): void {
    this.newlines = 0;
    this.closers = [];
    this.mode = 'undecided';
  }

  scan(window: ByteWindow): Extent {
    if (this.mode === 'undecided') this.decide(window.bytes[window.at]!);
    for (;;) {
      const extent = this.scanMode(window);
      if (extent !== 'on') return extent;
    }
  }

  private decide(first: number): void {
    const isContainer = first === OPEN_BRACE || first === OPEN_BRACKET;
    this.mode = isContainer || first === QUOTE ? 'container' : 'scalar';
  }

  private scanMode(window: ByteWindow): Extent | 'on' {
    if (this.mode === 'string') return this.scanString(window);
    return this.mode === 'container' ? this.scanContainer(window) : this.scanScalar(window);
  }

  private scanScalar(window: ByteWindow): Extent {
    const { bytes, length } = window;
    let i = window.at;
    while (i < length && !endsScalar(bytes[i]!)) i += 1;
    window.at = i;
    return i < length ? 'found' : 'inside';
  }

  // The two hot loops: fields are held in locals, and each runs until the other one must.
  private scanContainer(window: ByteWindow): Extent | 'on' {
    const { bytes, length } = window;
    const { closers } = this;
    for (let i = window.at; i < length; i += 1) {
      const byte = bytes[i]!;
      if (byte === QUOTE) {
        this.mode = 'string';
        window.at = i + 1;
        return 'on';
      }
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        closers.push(byte + 2); // in ASCII each closer stands two after its opener
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (closers.pop() !== byte) return { reason: mismatch(byte) };
        window.at = i + 1;
        if (closers.length === 0) return 'found';
      } else if (byte === NEWLINE) this.newlines += 1;
    }
    window.at = length;
    return 'inside';
  }

  private scanString(window: ByteWindow): Extent | 'on' {
    const { bytes, length } = window;
    let i = window.at;
    for (; i < length; i += 1) {
      const byte = bytes[i]!;
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) {
        this.mode = 'container';
        window.at = i + 1;
        return this.closers.length === 0 ? 'found' : 'on';
      } else if (byte < 0x20) return { reason: 'a string in it has no end on its line' };
    }
    window.at = i; // one past the length after a backslash: the next chunk's first byte is skipped
    return 'inside';
  }
}

const endsScalar = (byte: number) => byte === COMMA || byte === CLOSE_BRACKET || isJsonSpace(byte);

const mismatch = (closer: number) =>
  `"${String.fromCharCode(closer)}" closes what was not opened by its like`;
