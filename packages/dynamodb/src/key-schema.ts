/**
 * Owns: what DescribeTable says of a table's keys: names, types and size limits, also of its indexes.
 * Refuses: to trust a configuration instead; nobody declares keys by hand.
 *
 * D9. An attribute that is a key of the table must be there, one that is a key of an index may be
 * missing; either must have its declared type, and bytes within the limit of its role.
 */
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { MillraceError } from '@millrace/core/connector';

export type KeyType = 'S' | 'N' | 'B';

export interface KeyAttribute {
  readonly name: string;
  readonly type: KeyType;
  readonly bytesMax: number;
}

export interface KeySchema {
  readonly table: string;
  readonly partition: KeyAttribute;
  readonly sort: KeyAttribute | undefined;
  /** Keys of secondary indexes that are not keys of the table. */
  readonly indexed: readonly KeyAttribute[];
}

type KeyRole = 'HASH' | 'RANGE';

const BYTES_MAX: Readonly<Record<KeyRole, number>> = { HASH: 2048, RANGE: 1024 };

export function keySchemaOf(table: string, description: TableDescription): KeySchema {
  const own = rolesOf(description.KeySchema);
  const attributeOf = (name: string, role: KeyRole): KeyAttribute => ({
    name,
    type: typeOf(description, name) ?? unreadable(table, name),
    bytesMax: BYTES_MAX[role],
  });
  const named = (role: KeyRole) => own.find((key) => key.role === role)?.name;
  const [partition, sort] = [named('HASH'), named('RANGE')];
  return {
    table,
    partition: attributeOf(partition ?? unreadable(table, 'HASH'), 'HASH'),
    sort: sort === undefined ? undefined : attributeOf(sort, 'RANGE'),
    indexed: indexKeys(description)
      .filter(({ name }) => name !== partition && name !== sort)
      .map(({ name, role }) => attributeOf(name, role)),
  };
}

function indexKeys(description: TableDescription): readonly { name: string; role: KeyRole }[] {
  const indexes = [
    ...(description.GlobalSecondaryIndexes ?? []),
    ...(description.LocalSecondaryIndexes ?? []),
  ];
  const keys = indexes.flatMap((index) => rolesOf(index.KeySchema));
  // One attribute may have several roles; the strictest one comes last and so stays.
  const strictestLast = keys.sort((left, right) => BYTES_MAX[right.role] - BYTES_MAX[left.role]);
  return [...new Map(strictestLast.map((key) => [key.name, key])).values()];
}

function rolesOf(schema: TableDescription['KeySchema']): { name: string; role: KeyRole }[] {
  return (schema ?? []).map((element) => ({
    name: element.AttributeName ?? '',
    role: element.KeyType === 'RANGE' ? 'RANGE' : 'HASH',
  }));
}

function typeOf(description: TableDescription, name: string): KeyType | undefined {
  return description.AttributeDefinitions?.find((attribute) => attribute.AttributeName === name)
    ?.AttributeType;
}

function unreadable(table: string, what: string): never {
  throw new MillraceError(
    'TABLE_UNREADABLE',
    `DescribeTable of table "${table}" does not say what its key ${what} is.`,
  );
}
