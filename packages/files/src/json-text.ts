/**
 * Owns: the way from the bytes of one JSON value to the value: UTF-8, then `JSON.parse`.
 * Refuses: bytes that are no UTF-8, with the place of the first.
 */
import { messageOf } from '@millrace/core/connector';
import type { ByteWindow } from './byte-window.js';
import type { FileErrorCode } from './file-error.js';
import { decodeUtf8, notUtf8 } from './utf8-text.js';

/** The parsed value, or the reason why there is none. */
export type Parsed = { readonly value: unknown } | NotParsed;

export interface NotParsed {
  readonly code: FileErrorCode;
  readonly reason: string;
  readonly cause: unknown;
}

/** Parses the current record, which ends before `end`. */
export function parseJson(window: ByteWindow, end: number): Parsed {
  const text = decodeUtf8(window, end);
  if (typeof text !== 'string') {
    const reason = notUtf8(text, window);
    return { code: 'FILE_ENCODING_INVALID', reason, cause: text.cause };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (cause) {
    return { code: 'FILE_RECORD_INVALID', reason: messageOf(cause), cause };
  }
}

export const NEWLINE = 0x0a;

/** True for the four bytes that JSON allows between tokens. */
export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}
