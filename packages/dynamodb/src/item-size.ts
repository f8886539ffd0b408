/**
 * Owns: the stored size of an item, by the documented rule, which decides over the 400 KB limit and
 * over write units.
 * Refuses: to know how an item travels; `wire-size.ts` does.
 *
 * D9. Names and strings count in UTF-8 bytes, bytes as they are, null and boolean 1, a list or map 3
 * and 1 for each member. For sets the documentation has no rule: their members are summed.
 */
import { numberBytes } from './decimal-number.js';
import type { AttributeValue, Item } from './item.js';

/** The most an item may have, names included. */
export const ITEM_BYTES_MAX = 400 * 1024;

const CONTAINER_BYTES = 3;
const MEMBER_BYTES = 1;

export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) {
    bytes += Buffer.byteLength(name) + attributeBytes(value);
  }
  return bytes;
}

export function attributeBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberBytes(value.N);
  if (value.B !== undefined) return binaryBytes(value.B);
  if (value.M !== undefined) return mapBytes(value.M);
  if (value.L !== undefined) return listBytes(value.L);
  if (value.SS !== undefined) return sum(value.SS, (text) => Buffer.byteLength(text));
  if (value.NS !== undefined) return sum(value.NS, numberBytes);
  if (value.BS !== undefined) return sum(value.BS, binaryBytes);
  return 1;
}

function mapBytes(members: Item): number {
  return CONTAINER_BYTES + itemBytes(members) + MEMBER_BYTES * Object.keys(members).length;
}

function listBytes(members: readonly AttributeValue[]): number {
  return CONTAINER_BYTES + sum(members, attributeBytes) + MEMBER_BYTES * members.length;
}

// Bytes are text in base64 where an item comes off the wire, as the simulator sees it.
function binaryBytes(bytes: Uint8Array | string): number {
  return typeof bytes === 'string' ? Buffer.byteLength(bytes, 'base64') : bytes.byteLength;
}

function sum<T>(members: readonly T[], bytesOf: (member: T) => number): number {
  let bytes = 0;
  for (const member of members) bytes += bytesOf(member);
  return bytes;
}
