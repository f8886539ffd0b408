/** The example in this process, against dynalite; what only `main.ts` does, is printing. */
import { runOrders } from './run-orders.js';

it('writes every order into its table and what is none into another, and empties the queue', async () => {
  const { source, orders, deadLetters, left } = await runOrders(250);
  expect([orders, deadLetters, left]).toEqual([240, 10, 0]);
  expect(source).toMatchObject({
    received: 250,
    acknowledged: 250,
    unacknowledged: 0,
    numRecordsOut: 240,
    numRecordsInErrors: 10,
  });
});
