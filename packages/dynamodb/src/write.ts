/**
 * Owns: the writes that a record can become: a put or a delete, as plain data.
 * Refuses: to look into them; the table's key schema is not known yet. Updates, conditions, the
 * version guard and transactions become further members of the union.
 */

/** Stores an item in place of whatever has its key. */
export interface Put {
  readonly operation: 'put';
  readonly item: object;
}

/** Deletes the item that has a key; it need not exist. */
export interface Delete {
  readonly operation: 'delete';
  readonly item: object;
}

export type Write = Put | Delete;

/** True for what `put` and `deleteKey` make. */
export function isWrite(value: unknown): value is Write {
  const { operation, item } = (value ?? {}) as Partial<Write>;
  return (operation === 'put' || operation === 'delete') && typeof item === 'object';
}

/**
 * A write that stores `item`, whole, in place of whatever has its key.
 *
 * Strings, numbers, bigints, booleans, null, `Uint8Array`, lists, plain objects, Maps, and Sets of
 * strings, numbers or bytes are stored as what they are; `decimal(text)` is an exact number. An
 * attribute that is `undefined` is absent; anything else is refused with its path.
 *
 * @example
 * ```ts
 * import { put } from '@millrace/dynamodb';
 *
 * const write = put({ airport: 'JFK', day: 17_532, flights: 311, delayed: 42 });
 * ```
 */
export function put(item: object): Put {
  return { operation: 'put', item };
}

/**
 * A write that deletes the item with this key. A whole record will do: only its key attributes are
 * sent. (`delete` itself is a reserved word.)
 *
 * @example
 * ```ts
 * import { deleteKey } from '@millrace/dynamodb';
 *
 * const write = deleteKey({ airport: 'JFK', day: 17_532 });
 * ```
 */
export function deleteKey(key: object): Delete {
  return { operation: 'delete', item: key };
}
