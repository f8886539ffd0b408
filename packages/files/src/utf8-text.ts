/**
 * Owns: the way from bytes to text: UTF-8 that is checked; and the text of a record that failed.
 * Refuses: to replace bytes that are no UTF-8, and to strip a byte order mark inside the text.
 */
import type { ByteWindow } from './byte-window.js';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes of a failed record that are told with its error, as text. */
export const FAILED_TEXT_BYTES_MAX = 1024;

const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = [0xef, 0xbf, 0xbd];

/** Where the first byte stands that is no UTF-8, from 0. */
export interface InvalidUtf8 {
  readonly at: number;
  readonly cause: unknown;
}

/**
 * The text of the current record, which ends before `end`. Buffers decode short texts several times
 * as fast as TextDecoder, and leniently; so what may be a replacement is decoded again, strictly.
 */
export function decodeUtf8({ bytes, from }: ByteWindow, end: number): string | InvalidUtf8 {
  const text = bytes.toString('utf8', from, end);
  return text.includes(REPLACEMENT) ? strictly(bytes.subarray(from, end)) : text;
}

function strictly(bytes: Uint8Array): string | InvalidUtf8 {
  try {
    return strict.decode(bytes);
  } catch (cause) {
    return { at: firstInvalid(bytes), cause };
  }
}

/** The beginning of a record that failed. Only here may a replacement stand for a bad byte. */
export function failedText(bytes: Uint8Array): string {
  return lenient.decode(bytes.subarray(0, FAILED_TEXT_BYTES_MAX));
}

/** What is wrong with the current record, in words. */
export function notUtf8(invalid: InvalidUtf8, window: ByteWindow): string {
  const byte = window.offsetOf(window.from + invalid.at);
  return `byte ${byte} of the file is not valid UTF-8; give the file's encoding, as in encoding: 'windows-1252', or mend the file`;
}

// Slow, and only for the message: walks to the first replacement that does not stand in the bytes.
function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  for (const character of lenient.decode(bytes)) {
    if (character === REPLACEMENT && !isReplacement(bytes, at)) return at;
    at += Buffer.byteLength(character);
  }
  return at;
}

const isReplacement = (bytes: Uint8Array, at: number) =>
  REPLACEMENT_BYTES.every((byte, i) => bytes[at + i] === byte);
