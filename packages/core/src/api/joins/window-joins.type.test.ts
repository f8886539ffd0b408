/** Types of window joins, deduplicate and topN. Proven by tsc, which `npm test` runs. */
import {
  outputTag,
  session,
  tumbling,
  type KeyedResult,
  type KeyedStream,
  type Stream,
} from '../../index.js';
import { isType } from '../is-type.fixture.js';

interface Order {
  readonly id: string;
  readonly cents: number;
}
interface Payment {
  readonly order: string;
  readonly at: number;
}

declare const orders: KeyedStream<string, Order>;
declare const payments: KeyedStream<string, Payment>;
declare const byNumber: KeyedStream<number, Payment>;

export function types(): void {
  const paid = orders
    .join(payments)
    .window(
      session((element) => {
        if (element.side === 'right') isType<Payment>()(element.value);
        else isType<Order>()(element.value);
        return 5;
      }),
    )
    .sideOutputLeftLateData(outputTag<Order>('late orders'))
    .sideOutputRightLateData(outputTag<Payment>('late payments'))
    .apply((order, payment, { key }) => {
      isType<Order>()(order);
      isType<Payment>()(payment);
      isType<string>()(key);
      return [key, order.cents, payment.at] as const;
    });
  isType<Stream<readonly [string, number, number]>>()(paid);

  const counts = orders
    .coGroup(payments)
    .window(tumbling(10))
    .apply((ours, theirs) => {
      isType<readonly Order[]>()(ours);
      isType<readonly Payment[]>()(theirs);
      return [ours.length - theirs.length];
    });
  isType<Stream<number>>()(counts);

  // @ts-expect-error: keys of two types never meet
  orders.join(byNumber);
  // @ts-expect-error: keys of two types never meet
  orders.coGroup(byNumber);
  // @ts-expect-error: late records of the left are orders
  orders.join(payments).window(tumbling(1)).sideOutputLeftLateData(outputTag<Payment>('late'));
  const grouped = orders.coGroup(payments).window(tumbling(1));
  // @ts-expect-error: a co-group answers an iterable
  grouped.apply(() => 1);

  isType<Stream<Order>>()(orders.deduplicate({ keep: 'earliest', ttl: { ttlMs: 5 } }));
  // @ts-expect-error: there is no such choice
  orders.deduplicate({ keep: 'last' });
  const best = orders.topN(3, (one, other) => one.cents - other.cents, { by: ({ id }) => id });
  isType<Stream<KeyedResult<string, readonly Order[]>>>()(best);
  // @ts-expect-error: an item is known by a scalar
  orders.topN(3, () => 0, { by: (order) => order });
}
