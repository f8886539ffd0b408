/**
 * Owns: a real dynalite in the process, on a free port, with one table.
 * Refuses: to be shared; each test file has its own.
 */
import { Server, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

export const settings = (endpoint: string) => ({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

// dynalite has no types; a name that is not a literal is not resolved by the compiler.
const DYNALITE: string = 'dynalite';

interface DynaliteModule {
  readonly default: (options: { readonly createTableMs: number }) => Server;
}

export interface EmbeddedTables {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  createTable(name: string, keys: Readonly<Record<string, 'S' | 'N' | 'B'>>): Promise<void>;
  items(table: string): Promise<Record<string, unknown>[]>;
  item(table: string, key: Readonly<Record<string, string>>): Promise<object | undefined>;
  close(): Promise<void>;
}

export async function embeddedTables(createTableMs = 0): Promise<EmbeddedTables> {
  const { default: dynalite } = (await import(DYNALITE)) as DynaliteModule;
  const server = dynalite({ createTableMs });
  // dynalite throws from its listener when a client aborts, and so ends the process (decision 0012).
  server.on('request', (request: IncomingMessage) => {
    request.removeAllListeners('error').on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const client = new DynamoDBClient({ ...settings(endpoint), maxAttempts: 1 });
  return {
    endpoint,
    client,
    createTable: (name, keys) => createTable(client, name, keys),
    items: async (TableName) => {
      const { Items } = await client.send(new ScanCommand({ TableName }));
      return (Items ?? []).map((item) => unmarshall(item));
    },
    item: async (TableName, key) => {
      const { Item } = await client.send(new GetItemCommand({ TableName, Key: marshall(key) }));
      return Item && unmarshall(Item);
    },
    close: async () => {
      client.destroy();
      server.closeAllConnections();
      // The store stays open: dynalite may still carry out what was aborted (decision 0012).
      await new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
    },
  };
}

async function createTable(
  client: DynamoDBClient,
  TableName: string,
  keys: Readonly<Record<string, 'S' | 'N' | 'B'>>,
): Promise<void> {
  const names = Object.entries(keys);
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: names.map(([AttributeName], at) => ({
        AttributeName,
        KeyType: at === 0 ? 'HASH' : 'RANGE',
      })),
      AttributeDefinitions: names.map(([AttributeName, AttributeType]) => ({
        AttributeName,
        AttributeType,
      })),
    }),
  );
  const isActive = async () =>
    (await client.send(new DescribeTableCommand({ TableName }))).Table?.TableStatus === 'ACTIVE';
  while (!(await isActive()));
}
