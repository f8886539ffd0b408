/** Owns: what functions of two connected streams promise: their state, their time, and who waits for whom. */
import {
  collectSink,
  simulate,
  stuckSink,
  testJob,
  verifyTwoInputOperator,
} from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  fromSequence,
  operatorListState,
  outputTag,
  valueState,
  type Collector,
  type JobHandle,
  type KeyedCoProcessFunction,
} from '../../index.js';

interface Price {
  readonly item: string;
  readonly cents: number;
}

interface Order {
  readonly item: string;
  readonly count: number;
}

const itemOf = ({ item }: { readonly item: string }): string => item;

interface Spent {
  readonly item: string;
  readonly price?: number;
  readonly spent?: number;
  readonly at?: number;
}

const CENTS = { cents: valueState<number>() };

/** Says each thing twice, so that something is left when there is room for one. */
const spending: KeyedCoProcessFunction<string, Order, Price, Spent, typeof CENTS> = {
  state: CENTS,
  processElement1: ({ item, count }, { state, timers, timestamp }, out) => {
    timers.registerEventTimeTimer(Math.ceil(timestamp! / 10) * 10);
    for (let i = 0; i < 2; i++) out.collect({ item, spent: count * (state.cents.value() ?? 0) });
  },
  processElement2: ({ item, cents }, { state }, out) => {
    state.cents.update(cents);
    for (let i = 0; i < 2; i++) out.collect({ item, price: cents });
  },
  onTimer: (at, { key }, out) => {
    out.collect({ item: key, at });
  },
};

const twice = (value: Spent, timestamp: number) => [
  { value, timestamp },
  { value, timestamp },
];

const totals = (parallelism: number) =>
  defineJob('totals', (env) => {
    const prices = env.fromSource(fromArray<Price>([]), { uid: 'prices' }).keyBy(itemOf);
    env
      .fromSource(fromArray<Order>([]), { uid: 'orders' })
      .keyBy(itemOf)
      .connect(prices)
      .process(
        {
          state: { cents: valueState<number>() },
          processElement1: ({ count }, { key, state }, out: Collector<string>) => {
            out.collect(`${key} ${String(count * (state.cents.value() ?? 0))}`);
          },
          processElement2: ({ cents }, { state }) => {
            state.cents.update(cents);
          },
        },
        { uid: 'totals', parallelism },
      )
      .sinkTo(
        forEachSink(() => undefined),
        { uid: 'out' },
      );
  });

/** A timer at 10 for every record, and the watermark that it saw. */
const timers = defineJob('timers', (env) => {
  const at = (t: number): number => t;
  const watermarks = boundedOutOfOrderness(0, at);
  const left = env.fromSource(fromArray<number>([]), { uid: 'left', watermarks });
  const right = env.fromSource(fromArray<number>([]), {
    uid: 'right',
    watermarks: boundedOutOfOrderness(0, at, { idleAfterMs: 50 }),
  });
  const register = (
    _: number,
    context: { timers: { registerEventTimeTimer(t: number): void } },
  ) => {
    context.timers.registerEventTimeTimer(10);
  };
  left
    .keyBy(() => 'k')
    .connect(right.keyBy(() => 'k'))
    .process(
      {
        processElement1: register,
        processElement2: register,
        onTimer: (time, { currentWatermark }, out: Collector<readonly number[]>) => {
          out.collect([time, currentWatermark()]);
        },
      },
      { uid: 'timed' },
    )
    .sinkTo(
      forEachSink(() => undefined),
      { uid: 'out' },
    );
});

describe('connect', () => {
  it.each([1, 3])('both methods see one state of the key (%d subtasks)', async (parallelism) => {
    const test = await testJob(totals(parallelism));
    const prices = test.source<Price>('prices');
    const orders = test.source<Order>('orders');
    prices.push({ item: 'pen', cents: 3 }, { item: 'cup', cents: 5 });
    await test.settle();
    orders.push({ item: 'cup', count: 2 }, { item: 'pen', count: 2 }, { item: 'hat', count: 9 });
    await test.settle();
    prices.push({ item: 'pen', cents: 4 });
    await test.settle();
    orders.push({ item: 'pen', count: 2 });
    await test.settle();
    const { values } = test.sink<string>('out');
    expect([...values].sort()).toEqual(['cup 10', 'hat 0', 'pen 6', 'pen 8']);
    await test.end();
  });

  it('T2: a timer of both fires when the slower of the two has passed it', async () => {
    const test = await testJob(timers);
    test.source<number>('left').push(5, 20);
    await test.settle();
    expect(test.sink('out').values).toEqual([]);
    test.source<number>('right').push(12);
    await test.settle();
    // Once, for the two have one key and one time.
    expect(test.sink('out').values).toEqual([[10, 11]]);
    await test.end();
  });

  it('T2: an idle input does not hold the other back', async () => {
    const test = await testJob(timers);
    test.source<number>('left').push(5, 20);
    test.source<number>('right').push(3);
    await test.advanceTime(40);
    expect(test.sink('out').values).toEqual([]);
    await test.advanceTime(20);
    expect(test.sink('out').values).toEqual([[10, 19]]);
    await test.end();
  });

  it('without keys: a list of the subtask, and a side output of both methods', async () => {
    const seen = outputTag<string>('seen');
    const [out, aside] = [collectSink<number>(), collectSink<string>()];
    const job = defineJob('counts', (env) => {
      const counts = env
        .fromSource(fromArray([1, 2]), { uid: 'a' })
        .connect(env.fromSource(fromArray(['x']), { uid: 'b' }))
        .process(
          {
            state: { all: operatorListState<string>({ redistribution: 'split' }) },
            processElement1: (n, { state, output }, collector: Collector<number>) => {
              state.all.add(String(n));
              output(seen, String(n));
              collector.collect(state.all.get().length);
            },
            processElement2: (word, { state, output }, collector: Collector<number>) => {
              state.all.add(word);
              output(seen, word);
              collector.collect(state.all.get().length);
            },
          },
          { uid: 'both' },
        );
      counts.sinkTo(out, { uid: 'out' });
      counts.getSideOutput(seen).sinkTo(aside, { uid: 'aside' });
    });
    await simulate(job);
    expect(out.values).toEqual([1, 2, 3]);
    expect([...aside.values].sort()).toEqual(['1', '2', 'x']);
  });

  it('C5: one input whose stream is stuck elsewhere does not keep the other from its records', async () => {
    const [stuck, out] = [stuckSink<number>({ bufferRecordsMax: 4 }), collectSink<string>()];
    const job = defineJob('stuck', (env) => {
      const left = env.fromSource(fromSequence(1, 1_000_000), { uid: 'left' });
      left.sinkTo(stuck, { uid: 'stuck' });
      const right = env.fromSource(fromSequence(1, 5_000), { uid: 'right' });
      left
        .connect(right)
        .process(
          {
            processElement1: (_n, _context, collector: Collector<string>) => {
              collector.collect('left');
            },
            processElement2: (_n, _context, collector: Collector<string>) => {
              collector.collect('right');
            },
          },
          { uid: 'both' },
        )
        .sinkTo(out, { uid: 'out' });
    });
    let handle: JobHandle | undefined;
    await simulate(job, {
      limits: { channelRecords: 64, runRecordsMax: 16 },
      during: (view) => {
        handle = view.handle;
        view.clock.after(1_000, () => void view.handle.cancel());
      },
    });
    expect(out.values.filter((side) => side === 'right')).toHaveLength(5_000);
    // What the stuck branch cannot take is not read for the other: its sink holds 4, its channel 64.
    expect(out.values.filter((side) => side === 'left').length).toBeLessThanOrEqual(68);
    expect(handle!.metrics().operators['both']!['numRecordsIn']).toBe(out.values.length);
  });

  it('streams of two jobs do not meet', () => {
    defineJob('one', (one) => {
      const numbers = one.fromSource(fromArray([1]), { uid: 'n' });
      numbers.sinkTo(collectSink(), { uid: 'out' });
      defineJob('other', (other) => {
        const foreign = other.fromSource(fromArray([1]), { uid: 'n' });
        foreign.sinkTo(collectSink(), { uid: 'out' });
        expect(() => numbers.connect(foreign)).toThrow(
          'connect() was given a stream of another job',
        );
      });
    });
  });

  it('K2, K8: with keys, each record comes by its input under every schedule, also at other parallelisms', () => {
    const schedules = verifyTwoInputOperator<Order, Price, Spent>({
      operator: (orders, prices) =>
        orders.keyBy(itemOf).connect(prices.keyBy(itemOf)).process(spending, { uid: 'spent' }),
      input: [
        { second: { value: { item: 'pen', cents: 3 }, timestamp: 1 } },
        { second: { value: { item: 'cup', cents: 5 }, timestamp: 2 } },
        { first: { value: { item: 'cup', count: 2 }, timestamp: 3 } },
        { first: { value: { item: 'pen', count: 1 }, timestamp: 4 } },
        { first: { value: { item: 'hat', count: 1 }, timestamp: 4 } },
        { first: { watermark: 4 } },
        { second: { value: { item: 'pen', cents: 4 }, timestamp: 3 } },
        { second: { value: { item: 'hat', cents: 9 }, timestamp: 5 } },
        { second: { watermark: 2 } },
        { first: { value: { item: 'pen', count: 3 }, timestamp: 12 } },
        { both: { watermark: 11 } },
        { second: { value: { item: 'cup', cents: 6 }, timestamp: 14 } },
        { first: { value: { item: 'cup', count: 1 }, timestamp: 15 } },
      ],
      oracle: () => [
        ...twice({ item: 'pen', price: 3 }, 1),
        ...twice({ item: 'cup', price: 5 }, 2),
        ...twice({ item: 'cup', spent: 10 }, 3),
        ...twice({ item: 'pen', spent: 3 }, 4),
        ...twice({ item: 'hat', spent: 0 }, 4),
        ...twice({ item: 'pen', price: 4 }, 3),
        ...twice({ item: 'hat', price: 9 }, 5),
        { watermark: 2 },
        ...twice({ item: 'pen', spent: 12 }, 12),
        ...['cup', 'pen', 'hat'].map((item) => ({ value: { item, at: 10 }, timestamp: 10 })),
        { watermark: 11 },
        ...twice({ item: 'cup', price: 6 }, 14),
        ...twice({ item: 'cup', spent: 6 }, 15),
        ...['pen', 'cup'].map((item) => ({ value: { item, at: 20 }, timestamp: 20 })),
        { watermark: Number.MAX_SAFE_INTEGER },
      ],
      keyOf: itemOf,
    });
    expect(schedules.length).toBeGreaterThanOrEqual(12);
  });

  it('K8: what is left of runs of both inputs goes by the key of its input', () => {
    const echo = (key: string, _: unknown, out: Collector<string>): void => {
      for (let i = 0; i < 3; i++) out.collect(key);
    };
    const words = ['a', 'b', 'c', 'd', 'e', 'f'];
    verifyTwoInputOperator<string, readonly string[], string>({
      operator: (left, right) =>
        left
          .keyBy((word) => word)
          .connect(right.keyBy(([word]) => word!))
          .process(
            {
              processElement1: echo,
              processElement2: ([word], context, out: Collector<string>) => {
                echo(word!, context, out);
              },
            },
            { uid: 'echo' },
          ),
      input: [
        ...words.map((value) => ({ first: { value } })),
        ...words.map((word) => ({ second: { value: [word.toUpperCase()] } })),
      ],
      oracle: () =>
        [...words, ...words.map((word) => word.toUpperCase())].flatMap((value) => [
          ...[{ value }, { value }, { value }],
        ]),
      keyOf: (word) => word,
      groupOf: (word) => word,
    });
  });

  it('K2: without keys, each record comes by its input under every schedule', () => {
    const schedules = verifyTwoInputOperator<number, string, string>({
      operator: (numbers, words) =>
        numbers.connect(words).process(
          {
            state: { seen: operatorListState<string>({ redistribution: 'split' }) },
            processElement1: (n, { state }, out: Collector<string>) => {
              state.seen.add(String(n));
              for (const each of state.seen.get()) out.collect(`n ${each}`);
            },
            processElement2: (word, { state }, out: Collector<string>) => {
              for (const each of state.seen.get()) out.collect(`${word} ${each}`);
              out.collect(word);
            },
          },
          { uid: 'both' },
        ),
      input: [
        ...[1, 2].map((value) => ({ first: { value, timestamp: value } })),
        ...['a', 'b', 'c'].map((value) => ({ second: { value, timestamp: 5 } })),
        { both: { watermark: 4 } },
        { first: { value: 3, timestamp: 9 } },
      ],
      expected: [
        ...[{ value: 'n 1' }, { value: 'n 1' }, { value: 'n 2' }],
        ...['a', 'b', 'c'].flatMap((word) => [
          { value: `${word} 1`, timestamp: 5 },
          { value: `${word} 2`, timestamp: 5 },
          { value: word },
        ]),
        { watermark: 4 },
        ...[{ value: 'n 1' }, { value: 'n 2' }, { value: 'n 3' }],
        { watermark: Number.MAX_SAFE_INTEGER },
      ],
    });
    expect(schedules.length).toBeGreaterThanOrEqual(11);
  });
});
