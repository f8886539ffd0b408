/** Owns: what functions of two connected streams promise: their state, their time, and who waits for whom. */
import { collectSink, simulate, stuckSink, testJob } from '@millrace/testing';
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
});
