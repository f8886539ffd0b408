/**
 * Owns: the rows of a simulated table, and a log of every write in the order in which they landed.
 * Refuses: requests that the real service refuses, in its words.
 */
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { itemOfRequest } from '../src/entry.js';
import { itemBytes, ITEM_BYTES_MAX } from '../src/item-size.js';
import type { Item, WriteRequest } from '../src/item.js';
import { keySchemaOf, type KeySchema } from '../src/key-schema.js';
import { checkKeys, keyIdentity, type KeyIdentity } from '../src/primary-key.js';
import { validationError } from './service-error.js';

/** One write that took effect. */
export interface LandedWrite {
  readonly operation: 'put' | 'delete';
  readonly key: KeyIdentity;
  readonly item: Item;
  /** The batch write that carried it, counted from 0. */
  readonly request: number;
  readonly at: number;
}

const BATCH_ENTRIES_MAX = 25;
const REQUEST_BYTES_MAX = 16 * 1024 * 1024;
/** Up to here, items cannot grow beyond the limit of a request, however they are spelt. */
const SMALL_BYTES_MAX = 1024 * 1024;

export class SimulatedTable {
  readonly schema: KeySchema;
  readonly landed: LandedWrite[] = [];
  private readonly rows = new Map<KeyIdentity, Item>();

  constructor(
    readonly name: string,
    description: TableDescription,
  ) {
    this.schema = keySchemaOf(name, description);
  }

  /** The items that are there now. */
  items(): readonly Item[] {
    return [...this.rows.values()];
  }

  keyOf(request: WriteRequest): KeyIdentity {
    return keyIdentity(this.schema, itemOfRequest(request));
  }

  /** Throws what the service answers to a batch that is wrong as a whole. */
  validate(requests: readonly WriteRequest[]): void {
    if (requests.length > BATCH_ENTRIES_MAX) {
      throw validationError('Too many items requested for the BatchWriteItem call');
    }
    for (const request of requests) this.validateRequest(request);
    if (new Set(requests.map((request) => this.keyOf(request))).size < requests.length) {
      throw validationError('Provided list of item keys contains duplicates');
    }
    if (bodyBytes(requests) > REQUEST_BYTES_MAX) {
      throw validationError('Request size exceeded the maximum of 16 MB');
    }
  }

  write(requests: readonly WriteRequest[], request: number, at: number): void {
    for (const write of requests) {
      const key = this.keyOf(write);
      const item = itemOfRequest(write);
      const operation = write.PutRequest === undefined ? 'delete' : 'put';
      if (operation === 'put') this.rows.set(key, item);
      else this.rows.delete(key);
      this.landed.push({ operation, key, item, request, at });
    }
  }

  private validateRequest(request: WriteRequest): void {
    const item = itemOfRequest(request);
    checkKeys(this.schema, item, () => {
      throw validationError('The provided key element does not match the schema');
    });
    const keys = this.schema.sort === undefined ? 1 : 2;
    if (request.DeleteRequest !== undefined && Object.keys(item).length > keys) {
      throw validationError('The provided key element does not match the schema');
    }
    if (itemBytes(item) > ITEM_BYTES_MAX) {
      throw validationError('Item size has exceeded the maximum allowed size');
    }
  }
}

// As JSON, which is what the service gets; not by the sink's own measure.
function bodyBytes(requests: readonly WriteRequest[]): number {
  const stored = requests.reduce((sum, request) => sum + itemBytes(itemOfRequest(request)), 0);
  if (stored <= SMALL_BYTES_MAX) return stored;
  const asSent = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  return Buffer.byteLength(JSON.stringify(requests, asSent));
}
