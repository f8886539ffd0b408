/**
 * Owns: a DynamoDB in this process: dynalite, on a port of its own, with one empty table.
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

/** Starts dynalite and creates `table` with the key (airport, day). */
export async function embeddedDynamoDb(table: string): Promise<EmbeddedDynamoDb> {
  const server = dynalite({ createTableMs: 0 });
  const endpoint = await listen(server);
  const client = new DynamoDBClient(localSettings(endpoint));
  await createTable(client, table);
  client.destroy();
  return { endpoint, close: () => close(server) };
}

async function createTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const create = new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'airport', AttributeType: 'S' },
      { AttributeName: 'day', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'airport', KeyType: 'HASH' },
      { AttributeName: 'day', KeyType: 'RANGE' },
    ],
  });
  await client.send(create);
  const soon = { minDelay: 0.01, maxDelay: 0.1, maxWaitTime: CREATED_SECONDS_MAX };
  await waitUntilTableExists({ client, ...soon }, { TableName });
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
