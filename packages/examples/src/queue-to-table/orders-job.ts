/**
 * Owns: the job: orders off a queue into a table, and what is no order into another table.
 * Refuses: to know which queue and which tables; they come as arguments.
 */
import {
  defineJob,
  outputTag,
  type FailedRecord,
  type JobDefinition,
  type Sink,
  type Source,
} from '@millrace/core';
import type { Order } from './order.js';
import type { SqsMessage } from './sqs-queue.js';

/** A message that could not be read, as its row says. */
export interface DeadLetter {
  readonly messageId: string;
  readonly body: string;
  readonly reason: string;
}

export interface OrdersJobParts {
  readonly orders: Source<Order>;
  readonly table: Sink<Order>;
  readonly deadLetters: Sink<DeadLetter>;
}

export function ordersJob({ orders, table, deadLetters }: OrdersJobParts): JobDefinition {
  const unreadable = outputTag<FailedRecord<unknown>>('unreadable');
  return defineJob('orders', (env) => {
    const read = env.fromSource(orders, { uid: 'orders', onError: unreadable });
    read.sinkTo(table, { uid: 'table' });
    read
      .getSideOutput(unreadable)
      .map(deadLetterOf, { uid: 'dead-letter' })
      .sinkTo(deadLetters, { uid: 'dead-letters' });
  });
}

// A source hands over what it could not read as it came.
function deadLetterOf({ value, error }: FailedRecord<unknown>): DeadLetter {
  const { MessageId = '', Body = '' } = value as SqsMessage;
  return { messageId: MessageId, body: Body, reason: error.message };
}
