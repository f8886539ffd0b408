/**
 * Owns: what `node packages/examples/dist/esm/queue-to-table/main.js` does: 500 orders off a queue.
 * Refuses: options; it is there to be read.
 */
import process from 'node:process';
import { runOrders } from './run-orders.js';

// The SDK would print on Node.js 20 that its releases of 2027 want a newer one.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const MESSAGES = 500;

const { source, orders, deadLetters, left } = await runOrders(MESSAGES);
process.stdout.write(
  `${String(source['received'])} messages received, ${String(orders)} orders written, ` +
    `${String(deadLetters)} dead letters, ${String(source['acknowledged'])} messages deleted, ` +
    `${String(left)} left in the queue\n`,
);
