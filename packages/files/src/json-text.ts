/**
 * Owns: the way from the bytes of one JSON value to the value: UTF-8, then `JSON.parse`.
 * Refuses: to replace bytes that are no UTF-8, and to strip a byte order mark inside the text.
 */
import { messageOf } from '@millrace/core/connector';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The parsed value, or the reason why there is none. */
export type Parsed =
  { readonly value: unknown } | { readonly reason: string; readonly cause: unknown };

/** Parses one JSON text. */
export function parseJson(bytes: Uint8Array): Parsed {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    return { reason: 'it is not valid UTF-8', cause };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (cause) {
    return { reason: messageOf(cause), cause };
  }
}

export const NEWLINE = 0x0a;

/** True for the four bytes that JSON allows between tokens. */
export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}
