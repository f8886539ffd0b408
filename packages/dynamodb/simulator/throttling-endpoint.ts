/**
 * Owns: an HTTP server on 127.0.0.1 that stands in front of a DynamoDB endpoint and is short of write
 * capacity: it passes on what fits and hands back the rest, as the real service does.
 * Refuses: to throttle anything but BatchWriteItem, and to outlive `close`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { admitBatch, mergeUnprocessed, type RequestItems } from './batch-admission.js';
import { ForwardingClient, type HttpReply } from './forwarding-client.js';
import { WriteUnitBucket, type TimeSource, type WriteCapacity } from './write-unit-bucket.js';

export interface ThrottlingEndpointOptions extends WriteCapacity {
  /** The endpoint behind: `http://127.0.0.1:8000`. */
  readonly target: string;
  /** Reads the time; the real one by default. */
  readonly time?: TimeSource;
}

export interface ThrottlingEndpoint {
  /** Give this as the sink's `endpoint`. */
  readonly url: string;
  /** Closes every socket; nothing of it holds the process afterwards. */
  close(): Promise<void>;
}

/**
 * Starts a throttling endpoint in front of `target`.
 *
 * @example
 * ```ts
 * import { throttlingEndpoint } from '@millrace/dynamodb/simulator';
 *
 * const slow = await throttlingEndpoint({ target: 'http://127.0.0.1:8000', unitsPerSecond: 200 });
 * console.log(slow.url.startsWith('http://127.0.0.1:')); // true
 * await slow.close();
 * ```
 */
export async function throttlingEndpoint(
  options: ThrottlingEndpointOptions,
): Promise<ThrottlingEndpoint> {
  const bucket = new WriteUnitBucket(options, options.time ?? Date);
  const target = new ForwardingClient(options.target);
  const server = createServer((request, response) => {
    void serve({ bucket, target }, request, response);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: async () => {
      await closeServer(server);
      target.close();
    },
  };
}

interface Behind {
  readonly bucket: WriteUnitBucket;
  readonly target: ForwardingClient;
}

// Owns its promise: whatever goes wrong breaks this one connection, as a failing proxy would.
async function serve(behind: Behind, request: IncomingMessage, response: ServerResponse) {
  try {
    const reply = await answer(behind, request, await text(request));
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  } catch {
    response.destroy();
  }
}

function answer({ bucket, target }: Behind, request: IncomingMessage, body: string) {
  const isBatchWrite = String(request.headers['x-amz-target']).endsWith('.BatchWriteItem');
  if (!isBatchWrite) return target.send(request.headers, body);
  return answerBatch({ bucket, target }, request, body);
}

async function answerBatch({ bucket, target }: Behind, request: IncomingMessage, body: string) {
  const input = JSON.parse(body) as { RequestItems: RequestItems };
  const { admitted, returned } = admitBatch(input.RequestItems, bucket);
  if (Object.keys(admitted).length === 0) return throughputExceeded();
  const reply = await target.send(
    request.headers,
    JSON.stringify({ ...input, RequestItems: admitted }),
  );
  return reply.status === 200 ? withReturned(reply, returned) : reply;
}

function withReturned(reply: HttpReply, returned: RequestItems): HttpReply {
  const output = JSON.parse(reply.body) as { UnprocessedItems?: RequestItems };
  const UnprocessedItems = mergeUnprocessed(output.UnprocessedItems ?? {}, returned);
  return jsonReply(200, { ...output, UnprocessedItems });
}

function throughputExceeded(): HttpReply {
  return jsonReply(400, {
    __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    message: 'The level of configured provisioned throughput for the table was exceeded.',
    ThrottlingReasons: [
      { reason: 'TableWriteProvisionedThroughputExceeded', resource: 'throttling-endpoint' },
    ],
  });
}

function jsonReply(status: number, output: object): HttpReply {
  const body = JSON.stringify(output);
  return { status, body, headers: { 'content-type': 'application/x-amz-json-1.0' } };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
