/**
 * Owns: the names of a primary key, as a user declares them before the table has been asked: what
 * records are exchanged by among subtasks, and that the table agrees.
 * Refuses: to judge a record. One without a readable key goes where its like go; the subtask that
 * gets it knows the table and refuses it in full.
 *
 * D1. All records of one key have one identity here, so that one subtask writes them all.
 * D8. It is the identity by which the lanes compare keys.
 */
import { MillraceError } from '@millrace/core/connector';
import type { Place } from './error-table.js';
import type { KeySchema } from './key-schema.js';
import { marshallItem } from './marshall.js';
import { keyIdentity, projectKey, type KeyIdentity, type KeyNames } from './primary-key.js';
import type { Write } from './write.js';

/** The names of the key attributes: the partition key, then the sort key of a table that has one. */
export type DeclaredKey = readonly [string] | readonly [string, string];

const UNREADABLE: KeyIdentity = '';

export function keyNamesOf([partition, sort]: DeclaredKey): KeyNames {
  return { partition: { name: partition }, sort: sort === undefined ? undefined : { name: sort } };
}

/** Refuses names that cannot be a primary key, whatever the table. */
export function checkDeclaredKey(table: string, names: readonly unknown[]): void {
  const areTexts = names.every((name) => typeof name === 'string' && name !== '');
  const areFew = names.length === 1 || names.length === 2;
  if (areTexts && areFew && new Set(names).size === names.length) return;
  throw new MillraceError(
    'KEY_INVALID',
    `The key of dynamoDbSink for table "${table}" is ${JSON.stringify(names)}; give the name of its ` +
      'partition key and, if it has one, of its sort key.',
  );
}

/** The identity of a write's primary key, or one for all whose key, or whose write, cannot be had. */
export function declaredIdentity(write: () => Write, names: KeyNames): KeyIdentity {
  try {
    const { item } = write();
    const key = projectKey<unknown>(names, item as Readonly<Record<string, unknown>>);
    return keyIdentity(names, marshallItem(key, refuse));
  } catch {
    return UNREADABLE;
  }
}

/** Refuses a table whose primary key is another than the declared one. */
export function verifyDeclaredKey(declared: DeclaredKey, schema: KeySchema, place: Place): void {
  const actual = [schema.partition, ...(schema.sort === undefined ? [] : [schema.sort])];
  const names = JSON.stringify(actual.map(({ name }) => name));
  if (JSON.stringify(declared) === names) return;
  throw new MillraceError(
    'KEY_MISMATCH',
    `The primary key of table "${place.table}" ${place.at} is ${names}, and dynamoDbSink was told ` +
      `${JSON.stringify(declared)}; give it the table's own, the partition key first`,
  );
}

function refuse(path: string, why: string): never {
  throw new TypeError(`${path} ${why}`);
}
