/**
 * Owns: the primary key of an item: its checks, its identity, its projection and its name in messages.
 * Refuses: the rest of the item.
 *
 * D8. Keys are compared as the service compares them: numbers by value, bytes by content, strings as
 * they are. A length stands before the first part, so that no two keys share a text.
 */
import type { RefuseAttribute } from './attribute-path.js';
import { canonicalNumber } from './decimal-number.js';
import type { AttributeValue, Item } from './item.js';
import { attributeBytes } from './item-size.js';
import type { KeyAttribute, KeySchema } from './key-schema.js';

/** The names of a primary key; a `KeySchema` has them, and a user may declare them. */
export interface KeyNames {
  readonly partition: { readonly name: string };
  readonly sort: { readonly name: string } | undefined;
}

/** A text that two items share if, and only if, the table would take them for one. */
export type KeyIdentity = string;

/** The identity of an item's key. The caller has checked the key. */
export function keyIdentity({ partition, sort }: KeyNames, item: Item): KeyIdentity {
  const first = partIdentity(item[partition.name]!);
  if (sort === undefined) return first;
  return `${String(first.length)}:${first}${partIdentity(item[sort.name]!)}`;
}

/** Refuses an item whose keys, of the table or of an index, the service would refuse. */
export function checkKeys(schema: KeySchema, item: Item, refuse: RefuseAttribute): void {
  checkPart(schema.partition, item[schema.partition.name], refuse);
  if (schema.sort !== undefined) checkPart(schema.sort, item[schema.sort.name], refuse);
  for (const attribute of schema.indexed) {
    if (attribute.name in item) checkPart(attribute, item[attribute.name], refuse);
  }
}

/** The key attributes alone. */
export function projectKey<V>(
  names: KeyNames,
  item: Readonly<Record<string, V>>,
): Record<string, V> {
  const key: Record<string, V> = {};
  for (const { name } of keyAttributes(names)) {
    if (Object.hasOwn(item, name)) key[name] = item[name]!;
  }
  return key;
}

/** How messages name a key: `{"airport":"JFK","day":17532}`. */
export function describeKey(names: KeyNames, item: Item): string {
  const parts = keyAttributes(names).map(
    ({ name }) => `${JSON.stringify(name)}:${partText(item[name])}`,
  );
  return `{${parts.join(',')}}`;
}

function keyAttributes({ partition, sort }: KeyNames): readonly { readonly name: string }[] {
  return sort === undefined ? [partition] : [partition, sort];
}

function checkPart(key: KeyAttribute, value: AttributeValue | undefined, refuse: RefuseAttribute) {
  if (value === undefined) return refuse(key.name, 'is missing, and it is a key of the table');
  const part: string | Uint8Array | undefined = value[key.type];
  if (part === undefined) return refuse(key.name, `has to be of type ${key.type}, as a key`);
  if (part.length === 0) return refuse(key.name, 'is empty, and it is a key');
  const bytes = attributeBytes(value);
  if (bytes > key.bytesMax) {
    return refuse(
      key.name,
      `has ${String(bytes)} bytes; as a key, ${String(key.bytesMax)} are allowed`,
    );
  }
}

function partIdentity(part: AttributeValue): string {
  if (part.N !== undefined) return canonicalNumber(part.N);
  return part.B === undefined ? (part.S ?? '') : Buffer.from(part.B).toString('base64');
}

function partText(part: AttributeValue | undefined): string {
  if (part?.N !== undefined) return part.N;
  if (part?.S !== undefined) return JSON.stringify(part.S);
  return part?.B === undefined ? 'missing' : `base64 ${Buffer.from(part.B).toString('base64')}`;
}
