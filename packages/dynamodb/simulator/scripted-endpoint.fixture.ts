/**
 * Owns: an HTTP server that speaks as much of DynamoDB's protocol as the sink needs, answers each
 * batch write as a test says, and counts requests and sockets.
 * Refuses: to check anything; `simulated-dynamodb.ts` and dynalite do.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { stringKey } from './job-world.fixture.js';

/** What becomes of the batch write with this number, counted from 0. */
export type Answer =
  | { readonly is: 'stored' }
  | { readonly is: 'refused'; readonly name: string }
  /** The socket breaks. */
  | { readonly is: 'reset' };

export interface ScriptedEndpoint {
  readonly url: string;
  /** Batch writes that came in, and how many writes each had. */
  readonly batches: readonly number[];
  /** The keys that were stored, in the order in which they were. */
  readonly stored: readonly string[];
  openSockets(): number;
  /** Resolves when the client has closed all its sockets. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

interface BatchBody {
  readonly RequestItems: Readonly<
    Record<string, readonly { readonly PutRequest: { readonly Item: { pk: { S: string } } } }[]>
  >;
}

export async function scriptedEndpoint(
  answer: (number: number) => Answer,
): Promise<ScriptedEndpoint> {
  const batches: number[] = [];
  const stored: string[] = [];
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        if (String(request.headers['x-amz-target']).endsWith('.DescribeTable')) {
          return reply(response, 200, { Table: { TableStatus: 'ACTIVE', ...stringKey } });
        }
        const puts = Object.values((JSON.parse(body) as BatchBody).RequestItems).flat();
        const store = () => {
          stored.push(...puts.map(({ PutRequest }) => PutRequest.Item.pk.S));
          reply(response, 200, {});
        };
        act(answer(batches.push(puts.length) - 1), response, store);
      },
      () => response.destroy(),
    );
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    batches,
    stored,
    openSockets: () => sockets.size,
    drained: () =>
      sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function act(answer: Answer, response: ServerResponse, store: () => void): void {
  switch (answer.is) {
    case 'stored':
      return store();
    case 'reset':
      response.destroy();
      return;
    case 'refused':
      return reply(response, 400, {
        __type: `com.amazonaws.dynamodb#${answer.name}`,
        message: 'no',
      });
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}
