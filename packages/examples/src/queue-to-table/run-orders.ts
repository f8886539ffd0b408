/**
 * Owns: the example as a whole: a queue and a DynamoDB in this process, the job between them, and what
 *   the tables hold afterwards.
 * Refuses: to print; `main.ts` does.
 */
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { runJob, type JobHandle } from '@millrace/core';
import { dynamoDbSink, put, type ClientSettings } from '@millrace/dynamodb';
import { createTable, embeddedDynamoDb } from '../flight-delays/embedded-dynamodb.js';
import { localSettings } from '../flight-delays/table-place.js';
import { InProcessQueue } from './in-process-queue.js';
import { orderOf, type Order } from './order.js';
import { sendOrders } from './order-messages.js';
import { ordersJob, type DeadLetter } from './orders-job.js';
import { sqsSource } from './sqs-source.js';
import { wallClock } from './wall-clock.js';

export interface OrdersRun {
  /** How the job's source counted. */
  readonly source: Readonly<Record<string, number>>;
  readonly orders: number;
  readonly deadLetters: number;
  /** Messages that the queue still has. */
  readonly left: number;
}

/** How often it is looked whether the queue is empty. */
const LOOK_EVERY_MS = 20;

/** Sends so many messages, and drains the job when all of them are deleted. */
export async function runOrders(messages: number): Promise<OrdersRun> {
  const database = await embeddedDynamoDb('orders', ['id']);
  const settings = localSettings(database.endpoint);
  try {
    await createTable(database.endpoint, { table: 'dead-letters', key: ['messageId'] });
    const queue = new InProcessQueue(wallClock);
    sendOrders(queue, messages);
    const handle = await runJob(jobOver(queue, settings));
    await drainWhenEmpty(queue, handle);
    const source = handle.metrics().sources['orders'] ?? {};
    const [orders, deadLetters] = [
      await rowsOf('orders', settings),
      await rowsOf('dead-letters', settings),
    ];
    return { source, orders, deadLetters, left: queue.size };
  } finally {
    await database.close();
  }
}

function jobOver(queue: InProcessQueue, settings: ClientSettings) {
  return ordersJob({
    orders: sqsSource<Order>({
      client: queue,
      queueUrl: 'https://sqs.local/orders',
      decode: orderOf,
    }),
    table: dynamoDbSink<Order>({ ...settings, table: 'orders', write: (order) => put(order) }),
    deadLetters: dynamoDbSink<DeadLetter>({
      ...settings,
      table: 'dead-letters',
      write: (letter) => put(letter),
    }),
  });
}

// A queue never ends. This one gets nothing more, so the job is over when it is empty.
async function drainWhenEmpty(queue: InProcessQueue, handle: JobHandle): Promise<void> {
  const look = (): void => {
    if (queue.size === 0) void handle.stop({ drain: true });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    await handle.done;
  } finally {
    clearInterval(timer);
  }
}

async function rowsOf(TableName: string, settings: ClientSettings): Promise<number> {
  const client = new DynamoDBClient(settings);
  const { Count = 0 } = await client.send(
    new ScanCommand({ TableName, Select: 'COUNT', ConsistentRead: true }),
  );
  client.destroy();
  return Count;
}
