/**
 * Owns: how many bytes a write takes in the body of a request, which decides over its 16 MB limit.
 * Refuses: to know what is stored: bytes travel as base64, and some characters as six.
 *
 * D9. The limits of an item, of a request and of the buffer are three numbers (A23).
 */
import type { AttributeValue, Item } from './item.js';

/** The most that all writes of one request may have, 16 MB less its envelope. */
export const REQUEST_BYTES_MAX = 16_000_000 - 2_048;

/** `{"DeleteRequest":{"Key":}},`, the longer of the two wrappings. */
const WRAPPING_BYTES = 27;

export function writeWireBytes(item: Item): number {
  return WRAPPING_BYTES + mapWireBytes(item);
}

function attributeWireBytes(value: AttributeValue): number {
  if (value.S !== undefined) return tagged('S', textWireBytes(value.S));
  if (value.N !== undefined) return tagged('N', value.N.length + 2);
  if (value.B !== undefined) return tagged('B', base64WireBytes(value.B));
  if (value.M !== undefined) return tagged('M', mapWireBytes(value.M));
  if (value.L !== undefined) return tagged('L', listWireBytes(value.L, attributeWireBytes));
  if (value.SS !== undefined) return tagged('SS', listWireBytes(value.SS, textWireBytes));
  if (value.NS !== undefined) return tagged('NS', listWireBytes(value.NS, textWireBytes));
  if (value.BS !== undefined) return tagged('BS', listWireBytes(value.BS, base64WireBytes));
  return tagged('BOOL', 'false'.length);
}

// {"S":...}
function tagged(tag: string, bytes: number): number {
  return tag.length + 5 + bytes;
}

function mapWireBytes(members: Item): number {
  let bytes = 2;
  for (const [name, value] of Object.entries(members)) {
    bytes += textWireBytes(name) + attributeWireBytes(value) + 2;
  }
  return bytes;
}

function listWireBytes<T>(members: readonly T[], bytesOf: (member: T) => number): number {
  let bytes = 2;
  for (const member of members) bytes += bytesOf(member) + 1;
  return bytes;
}

function base64WireBytes(bytes: Uint8Array): number {
  return 2 + 4 * Math.ceil(bytes.byteLength / 3);
}

function textWireBytes(text: string): number {
  return needsEscape(text) ? Buffer.byteLength(JSON.stringify(text)) : Buffer.byteLength(text) + 2;
}

function needsEscape(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what JSON escapes
  return /["\\\u0000-\u001f]/.test(text);
}
