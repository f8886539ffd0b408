/**
 * Owns: as much of a DynamoDB endpoint as the life of a sink needs: a table that takes every write,
 *   or one that does not answer, and who is connected.
 * Refuses: to keep an item; dynalite does.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const TABLE = 'counts';

export interface TableEndpoint {
  readonly url: string;
  /** How many sockets are open now. */
  connections(): number;
  /** Resolves when the table was asked for, whether it answers or not. */
  readonly asked: Promise<void>;
  close(): Promise<void>;
}

const DESCRIPTION = {
  TableName: TABLE,
  TableStatus: 'ACTIVE',
  KeySchema: [{ AttributeName: 'page', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'page', AttributeType: 'S' }],
};

export async function startTableEndpoint(manner: 'answers' | 'silent'): Promise<TableEndpoint> {
  const sockets = new Set<Socket>();
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const server = createServer((request, response) => {
    ask();
    if (manner === 'silent') return;
    const isDescribe = String(request.headers['x-amz-target']).endsWith('.DescribeTable');
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    request.resume().on('end', () => response.end(JSON.stringify(answerTo(isDescribe))));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    connections: () => sockets.size,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const answerTo = (isDescribe: boolean) =>
  isDescribe ? { Table: DESCRIPTION } : { UnprocessedItems: {} };
