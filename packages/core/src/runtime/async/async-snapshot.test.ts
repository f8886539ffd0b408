/**
 * Owns: what an asynchronous operator keeps of itself: under all schedules, at another parallelism, of
 * records that the user's function changes, and of answers that are half out.
 */
import { MAX_TIMESTAMP, type AsyncOrder, type Stream } from '@millrace/core';
import { operatorHarness, verifyOperator } from '@millrace/testing';
import { ScriptedCalls } from './scripted-calls.fixture.js';

interface Sale {
  readonly shop: string;
  readonly cents: number;
}

const sale = (shop: string, cents: number, timestamp: number) => ({
  value: { shop, cents },
  timestamp,
});
const ORDERS: readonly AsyncOrder[] = ['input', 'none', 'key'];

describe('an asynchronous operator under every schedule', () => {
  it.each(ORDERS)('comes to the same with a capacity of two: order %s', (order) => {
    verifyOperator<Sale, Sale>({
      operator: (sales) =>
        sales
          .keyBy(({ shop }) => shop)
          .asyncMap(({ shop, cents }) => ({ shop, cents: 2 * cents }), { order, capacity: 2 }),
      input: [
        sale('a', 1, 1),
        sale('b', 2, 2),
        sale('a', 3, 2),
        { watermark: 2 },
        sale('b', 4, 3),
        { status: 'idle' },
        { watermark: 9 },
        { status: 'active' },
        sale('a', 5, 10),
      ],
      expected: [
        sale('a', 2, 1),
        sale('b', 4, 2),
        sale('a', 6, 2),
        { watermark: 2 },
        sale('b', 8, 3),
        { watermark: 9 },
        sale('a', 10, 10),
        { watermark: MAX_TIMESTAMP },
      ],
      keyOf: ({ shop }) => shop,
    });
  });

  it.each(ORDERS)('comes to the same with any number of results: order %s', (order) => {
    const answerOf = ({ shop, cents }: Sale): Iterable<Sale> => {
      const sales = Array.from({ length: cents }, (_, at) => ({ shop, cents: at }));
      return cents % 2 === 0 ? sales : new Set(sales);
    };
    verifyOperator<Sale, Sale>({
      operator: (sales) => sales.keyBy(({ shop }) => shop).asyncFlatMap(answerOf, { order }),
      input: [sale('a', 3, 1), sale('b', 0, 1), { watermark: 1 }, sale('b', 2, 4), sale('a', 1, 5)],
      oracle: (input) =>
        input.flatMap((each) =>
          'value' in each
            ? [...answerOf(each.value)].map((value) => ({ value, timestamp: each.timestamp! }))
            : [],
        ),
      keyOf: ({ shop }) => shop,
    });
  });
});

describe('the snapshot of an asynchronous operator', () => {
  it('K4: has records as they were before the function changed them', async () => {
    const given: number[] = [];
    const harness = operatorHarness((sales: Stream<{ cents: number }>) =>
      sales.asyncMap((each) => {
        given.push(each.cents);
        each.cents = -1;
        return new Promise<string>(() => undefined);
      }),
    );
    harness.processElement({ cents: 7 });
    harness.restore(harness.snapshot());
    expect(given).toEqual([7, 7]);
    await harness.settle();
  });

  it('K3: has the rest of an answer that is half out, which is not called for again', async () => {
    const calls = new ScriptedCalls<number, Iterable<number>>();
    const harness = operatorHarness((numbers: Stream<number>) => numbers.asyncFlatMap(calls.call), {
      outputCredit: 1,
    });
    harness.processElement(7, 1);
    harness.processWatermark(1);
    calls.answer(7, new Set([1, 2, 3]));
    await harness.settle();
    const restored = harness.restore(harness.snapshot(), { outputCredit: 5 });
    expect([...harness.values, ...restored.values]).toEqual([1, 2, 3]);
    expect(restored.output.at(-1)).toEqual({ watermark: 1 });
    expect(calls.values).toEqual([7]);
  });

  it('K8: at another parallelism, records go to the subtask of their key, before one watermark', async () => {
    const calls = new ScriptedCalls<Sale, Sale>();
    const described = (sales: Stream<Sale>): Stream<Sale> =>
      sales.keyBy(({ shop }) => shop).asyncMap(calls.call, { uid: 'calls' });
    const harness = operatorHarness(described);
    const shops = ['a', 'b', 'c', 'd'];
    for (const [at, shop] of [...shops, ...shops].entries()) {
      harness.processElement({ shop, cents: at }, at);
      if (at === 3) harness.processWatermark(3);
    }
    harness.processWatermark(7);
    const restored = harness.restore(harness.snapshot(), { parallelism: 2 });
    const made = (): ScriptedCalls<Sale, Sale>['made'] => calls.made.slice(4);
    // The first of each key again.
    expect(made()).toHaveLength(4);
    for (let at = 0; at < 8; at++) {
      const call = made()[at]!;
      call.resolve(call.value);
      await restored.settle();
    }
    expect(restored.output.at(-1)).toEqual({ watermark: 7 });
    for (const shop of shops) {
      const ofShop = restored.values.filter((each) => each.shop === shop);
      expect(ofShop.map(({ cents }) => cents)).toEqual([
        shops.indexOf(shop),
        shops.indexOf(shop) + 4,
      ]);
    }
    const again = harness.restore(restored.snapshot(), { parallelism: 1 });
    again.processElement({ shop: 'a', cents: 8 }, 8);
    expect(calls.made.at(-1)!.value).toEqual({ shop: 'a', cents: 8 });
  });

  it('K8: without keys, the records of a subtask stay together, in their order', async () => {
    const calls = new ScriptedCalls<number, number>();
    const described = (numbers: Stream<number>): Stream<number> =>
      numbers.rebalance().asyncMap(calls.call, { uid: 'calls', order: 'none' });
    const harness = operatorHarness(described, { parallelism: 2 });
    for (let n = 0; n < 6; n++) harness.processElement(n, n);
    harness.processWatermark(5);
    const restored = harness.restore(harness.snapshot(), { parallelism: 1 });
    const again = calls.made.slice(6);
    // What went to each of two in turn, one behind the other.
    expect(again.map(({ value }) => value)).toEqual([0, 2, 4, 1, 3, 5]);
    for (const { value, resolve } of again) resolve(value);
    await restored.settle();
    expect(restored.values).toEqual([0, 2, 4, 1, 3, 5]);
    expect(restored.output.at(-1)).toEqual({ watermark: 5 });
  });

  it('A11: has a status where it stood, and is idle again after a restore', async () => {
    const calls = new ScriptedCalls<number, number>();
    const harness = operatorHarness((numbers: Stream<number>) => numbers.asyncMap(calls.call));
    harness.processElement(1, 1);
    harness.processWatermarkStatus('idle');
    const restored = harness.restore(harness.snapshot());
    expect(restored.output).toEqual([]);
    calls.answer(1, 1);
    await restored.settle();
    expect(restored.output).toEqual([{ value: 1, timestamp: 1 }, { status: 'idle' }]);
  });
});
