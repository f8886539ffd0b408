/**
 * Owns: orders as messages, some of which are cut short.
 * Refuses: chance; the same number makes the same order.
 */
import type { InProcessQueue } from './in-process-queue.js';
import type { Order } from './order.js';

/** Every so many messages one is no order. */
export const UNREADABLE_EVERY = 25;

export function orderNumber(n: number): Order {
  return { id: `order-${String(n)}`, customer: `customer-${String(n % 7)}`, cents: 100 + n };
}

/** Sends `count` messages; every 25th is cut short. */
export function sendOrders(queue: InProcessQueue, count: number): void {
  for (let n = 1; n <= count; n++) {
    const text = JSON.stringify(orderNumber(n));
    queue.sendMessage({ MessageBody: n % UNREADABLE_EVERY === 0 ? text.slice(0, -4) : text });
  }
}
