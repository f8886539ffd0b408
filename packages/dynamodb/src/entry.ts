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
import { isWrite, type Write } from './write.js';

export interface DynamoDbEntry {
  readonly operation: Write['operation'];
  readonly key: KeyIdentity;
  /** The whole item of a put, the key alone of a delete. */
  readonly item: Item;
  /** As the table stores it. */
  readonly bytes: number;
  /** As a request carries it. */
  readonly wireBytes: number;
}

/** Turns a write into an entry, or throws `ITEM_REFUSED` or `WRITE_INVALID`. */
export function toEntry(write: Write, schema: KeySchema): DynamoDbEntry {
  if (!isWrite(write)) throw noWrite(write, schema);
  const refuse = refusalOf(write, schema);
  const item = marshallItem(contentsOf(write, schema), refuse);
  checkKeys(schema, item, refuse);
  const bytes = itemBytes(item);
  if (bytes > ITEM_BYTES_MAX) refuse('', `has ${String(bytes)} bytes; 409600 (400 KB) are allowed`);
  return {
    operation: write.operation,
    key: keyIdentity(schema, item),
    item,
    bytes,
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

// The types say so already, but a `write` of plain JavaScript may forget its `return`.
function noWrite(write: unknown, { table }: KeySchema): MillraceError {
  return new MillraceError(
    'WRITE_INVALID',
    `The record for table "${table}" became ${typeof write === 'object' ? 'an object' : String(write)} ` +
      'and no write; return put(item) or deleteKey(key).',
  );
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
