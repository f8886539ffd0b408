/** The job in virtual time: tables that are short of capacity, and runs that end in the middle. */
import type { JobHandle } from '@millrace/core';
import { put } from '@millrace/dynamodb';
import {
  faultsAtRandom,
  SimulatedDynamoDb,
  simulatedDynamoDbSink,
} from '@millrace/dynamodb/simulator';
import { seededRandom, simulate, VirtualClock } from '@millrace/testing';
import { InProcessQueue } from './in-process-queue.js';
import { orderOf, type Order } from './order.js';
import { sendOrders, UNREADABLE_EVERY } from './order-messages.js';
import { ordersJob, type DeadLetter } from './orders-job.js';
import type { SqsMessage, SqsQueue } from './sqs-queue.js';
import { sqsSource } from './sqs-source.js';

const MESSAGES = 300;
const UNREADABLE = MESSAGES / UNREADABLE_EVERY;

/** The queue, the tables, and messages that were deleted before their row was there. */
class Shop {
  readonly clock = new VirtualClock();
  readonly queue = new InProcessQueue(this.clock);
  readonly orders: SimulatedDynamoDb;
  readonly deadLetters: SimulatedDynamoDb;
  readonly early: string[] = [];
  readonly #received = new Map<string, SqsMessage>();

  constructor(readonly seed: number) {
    this.orders = this.#table('orders', 'id');
    this.deadLetters = this.#table('dead-letters', 'messageId');
  }

  async run(during: (handle: JobHandle) => void) {
    const job = ordersJob({
      orders: sqsSource<Order>({
        client: this.#watched(),
        queueUrl: 'https://sqs.local/orders',
        decode: orderOf,
        limits: { unacknowledgedMessagesMax: 40, holdMs: 3_000 },
      }),
      table: this.#sink<Order>(this.orders, 'orders'),
      deadLetters: this.#sink<DeadLetter>(this.deadLetters, 'dead-letters'),
    });
    const { metrics } = await simulate(job, {
      seed: this.seed,
      clock: this.clock,
      during: ({ handle }) => {
        during(handle);
      },
    });
    return metrics.sources['orders']!;
  }

  /** Every row by its key, once. */
  rows(): readonly string[] {
    return this.orders.table.items().map((item) => item['id']!.S!);
  }

  #table(table: string, key: string): SimulatedDynamoDb {
    const random = seededRandom(this.seed);
    return new SimulatedDynamoDb({
      clock: this.clock,
      random,
      table,
      description: {
        KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
      },
      latencyMs: { min: 5, max: 400 },
      faults: faultsAtRandom(random, { throttled: 0.2, unprocessed: 0.2 }, throttled),
    });
  }

  #sink<T extends object>(service: SimulatedDynamoDb, table: string) {
    return simulatedDynamoDbSink<T>(service, { table, region: 'local', write: (row) => put(row) });
  }

  #watched(): SqsQueue {
    const { queue } = this;
    return {
      receiveMessage: async (input, options) => {
        const reply = await queue.receiveMessage(input, options);
        for (const message of reply.Messages ?? []) {
          this.#received.set(message.ReceiptHandle!, message);
        }
        return reply;
      },
      deleteMessageBatch: (input) => {
        for (const { ReceiptHandle } of input.Entries) this.#observeDelete(ReceiptHandle!);
        return queue.deleteMessageBatch(input);
      },
      changeMessageVisibilityBatch: (input) => queue.changeMessageVisibilityBatch(input),
    };
  }

  #observeDelete(receipt: string): void {
    const { MessageId = '', Body = '' } = this.#received.get(receipt) ?? {};
    const number = Number(MessageId.slice('message-'.length));
    const isThere =
      number % UNREADABLE_EVERY === 0
        ? this.deadLetters.table.items().some((item) => item['messageId']?.S === MessageId)
        : this.rows().includes((JSON.parse(Body) as Order).id);
    if (!isThere) this.early.push(MessageId);
  }
}

const throttled = (): Error =>
  Object.assign(new Error('slow down'), { name: 'ProvisionedThroughputExceededException' });

const untilEmpty = (shop: Shop) => (handle: JobHandle) => {
  const look = (): void => {
    if (shop.queue.size === 0) void handle.stop({ drain: true });
    else shop.clock.after(1_000, look);
  };
  look();
};

describe('orders off a queue into a table', () => {
  it('writes every order and every dead letter once, and leaves the queue empty', async () => {
    const shop = new Shop(1);
    sendOrders(shop.queue, MESSAGES);
    const counted = await shop.run(untilEmpty(shop));
    expect([shop.early, shop.queue.size]).toEqual([[], 0]);
    expect(counted).toMatchObject({ received: MESSAGES, acknowledged: MESSAGES });
    expect(counted['holdExtensionsRefused']).toBe(0);
    expect(new Set(shop.rows()).size).toBe(MESSAGES - UNREADABLE);
    expect(shop.orders.table.landed).toHaveLength(MESSAGES - UNREADABLE);
    const letters = shop.deadLetters.table.items();
    expect(letters).toHaveLength(UNREADABLE);
    expect(letters[0]).toMatchObject({
      messageId: { S: 'message-25' },
      reason: {
        S: expect.stringMatching(
          /^orders failed: message message-25 \(received 1 times\) cannot be read: /,
        ) as string,
      },
    });
  });

  it.each([1, 2, 3, 4, 5])(
    'loses nothing when runs end in the middle, and deletes nothing too early (seed %i)',
    async (seed) => {
      const shop = new Shop(seed);
      sendOrders(shop.queue, MESSAGES);
      const ends = ['cancel', 'stop', 'cancel'] as const;
      for (const [n, verb] of ends.entries()) {
        const counted = await shop.run((handle) => {
          shop.clock.after(700 * seed + 900 * n, () => void handle[verb]());
        });
        expect(counted['released']).toBe(counted['unacknowledged']);
      }
      await shop.run(untilEmpty(shop));
      expect([shop.early, shop.queue.size]).toEqual([[], 0]);
      expect(shop.rows()).toHaveLength(MESSAGES - UNREADABLE);
      expect(shop.deadLetters.table.items()).toHaveLength(UNREADABLE);
      expect([shop.orders, shop.deadLetters].map((table) => table.inFlightPerKeyMax)).toEqual([
        1, 1,
      ]);
    },
  );
});
