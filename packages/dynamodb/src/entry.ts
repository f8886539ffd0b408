/**
 * Owns: the entry: one write, marshalled, checked and measured, as the buffer and requests hold it.
 * Refuses: what the service would refuse, before it is sent and with the item's key in the message.
 *
 * D9. One bad item never costs a good one, so it must not reach a batch.
 */
import { MillraceError } from '@millrace/core/connector';
import type { RefuseAttribute } from './attribute-path.js';
import type { Item, WriteRequest } from './item.js';
import { ITEM_BYTES_MAX, itemBytes } from './item-size.js';
import type { KeySchema } from './key-schema.js';
import { marshallItem } from './marshall.js';
import {
  checkKeys,
  describeKey,
  keyIdentity,
  projectKey,
  type KeyIdentity,
} from './primary-key.js';
import { writeWireBytes } from './wire-size.js';
import type { Write } from './write.js';

export interface DynamoDbEntry {
  readonly operation: Write['operation'];
  readonly key: KeyIdentity;
  /** The whole item of a put, the key alone of a delete. */
  readonly item: Item;
  readonly wireBytes: number;
}

/** Turns a write into an entry, or throws `ITEM_REFUSED`. */
export function toEntry(write: Write, schema: KeySchema): DynamoDbEntry {
  const refuse = refusalOf(write, schema);
  const item = marshallItem(contentsOf(write, schema), refuse);
  checkKeys(schema, item, refuse);
  const bytes = itemBytes(item);
  if (bytes > ITEM_BYTES_MAX) refuse('', `has ${String(bytes)} bytes; 409600 (400 KB) are allowed`);
  return {
    operation: write.operation,
    key: keyIdentity(schema, item),
    item,
    wireBytes: writeWireBytes(item),
  };
}

/** Refuses a write whose key was another when it was asked for without the record's timestamp (D1). */
export function refuseTimedKey(write: Write, schema: KeySchema): never {
  return refusalOf(write, schema)(
    '',
    'has a key made of the timestamp, by which records cannot be exchanged: put it into the record',
  );
}

/** The entry as a request names it. */
export function requestOf(entry: DynamoDbEntry): WriteRequest {
  return entry.operation === 'put'
    ? { PutRequest: { Item: entry.item } }
    : { DeleteRequest: { Key: entry.item } };
}

/** The item or key that a request holds. */
export function itemOfRequest(request: WriteRequest): Item {
  return request.PutRequest?.Item ?? request.DeleteRequest?.Key ?? {};
}

function contentsOf(write: Write, schema: KeySchema): object {
  return write.operation === 'put' ? write.item : keyOf(write.item, schema);
}

function keyOf(item: object, schema: KeySchema): object {
  return projectKey<unknown>(schema, item as Readonly<Record<string, unknown>>);
}

function refusalOf(write: Write, schema: KeySchema): RefuseAttribute {
  return (path, why) => {
    const what = path === '' ? 'it' : `attribute ${path}`;
    throw new MillraceError(
      'ITEM_REFUSED',
      `The ${write.operation} of ${keyText(write, schema)} to table "${schema.table}" was not sent: ` +
        `${what} ${why}.`,
      { key: keyText(write, schema) },
    );
  };
}

// The item may be refused for its key, so the message marshalls only what can be.
function keyText(write: Write, schema: KeySchema): string {
  const unknown: RefuseAttribute = () => {
    throw new TypeError('no key');
  };
  try {
    return describeKey(schema, marshallItem(keyOf(write.item, schema), unknown));
  } catch {
    return 'an item without a readable key';
  }
}
