/**
 * Owns: a DynamoDB in this process: dynalite, on a port of its own, with one empty table or more.
 * Refuses: to outlive the example, or to keep anything.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import { localSettings } from './table-place.js';

export interface EmbeddedDynamoDb {
  readonly endpoint: string;
  close(): Promise<void>;
}

const CREATED_SECONDS_MAX = 10;

/** The key (airport, day). */
const KEY_OF_DELAYS = ['airport', 'day'];

/** Starts dynalite and creates `table` with a key of texts: its partition key, then its sort key. */
export async function embeddedDynamoDb(
  table: string,
  key: readonly string[] = KEY_OF_DELAYS,
): Promise<EmbeddedDynamoDb> {
  const server = dynalite({ createTableMs: 0 });
  const endpoint = await listen(server);
  await createTable(endpoint, { table, key });
  return { endpoint, close: () => close(server) };
}

/** Creates one more table at an endpoint in this process. */
export async function createTable(
  endpoint: string,
  { table: TableName, key }: { readonly table: string; readonly key: readonly string[] },
): Promise<void> {
  const client = new DynamoDBClient(localSettings(endpoint));
  const create = new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: key.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: key.map((AttributeName, at) => ({
      AttributeName,
      KeyType: at === 0 ? 'HASH' : 'RANGE',
    })),
  });
  await client.send(create);
  const soon = { minDelay: 0.01, maxDelay: 0.1, maxWaitTime: CREATED_SECONDS_MAX };
  await waitUntilTableExists({ client, ...soon }, { TableName });
  client.destroy();
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
