/** K2, K3, K8: what an operator is between two steps comes back, also in another number of subtasks. */
import { operatorHarness, verifyOperator } from '@millrace/testing';
import {
  listState,
  operatorListState,
  valueState,
  type Collector,
  type KeyedProcessFunction,
  type Stream,
} from '../../index.js';

interface Reading {
  readonly key: string;
  readonly n: number;
}

const keys = ['a', 'b', 'c', 'd', 'e'];
const readings = Array.from({ length: 40 }, (_, n) => ({ key: keys[n % 5]!, n }));
const input = readings.flatMap((value) => [
  { value, timestamp: value.n },
  ...(value.n % 7 === 6 ? [{ watermark: value.n - 3 }] : []),
]);

interface Said {
  readonly key: string;
  readonly text: string;
}

const declared = { count: valueState<number>(), kept: listState<number>() };

/** Counts, keeps what came, and says so three records and ten milliseconds later. */
const delaying: KeyedProcessFunction<string, Reading, Said, typeof declared> = {
  state: declared,
  processElement({ n }, { state, timers, key }, out) {
    const count = (state.count.value() ?? 0) + 1;
    state.count.update(count);
    state.kept.add(n);
    if (count % 3 === 0) timers.registerEventTimeTimer(n + 10);
    for (let i = 0; i < n % 4; i++) out.collect({ key, text: `${String(n)}.${String(i)}` });
  },
  onTimer(time, { state, key }, out) {
    out.collect({ key, text: `at ${String(time)}: ${state.kept.get().join(' ')}` });
    state.kept.clear();
  },
};

describe('snapshot and restore', () => {
  it('K2, K8: a keyed process function is the same under each schedule', () => {
    const operator = (stream: Stream<Reading>): Stream<Said> =>
      stream.keyBy(({ key }) => key).process(delaying);
    const harness = operatorHarness(operator);
    for (const element of input) {
      if ('value' in element) harness.processElement(element.value, element.timestamp);
      else harness.processWatermark(element.watermark);
    }
    harness.endInput();
    const expected = harness.output.filter((element) => 'value' in element);
    expect(expected.length).toBeGreaterThan(60);
    verifyOperator<Reading, Said>({ operator, input, expected, keyOf: ({ key }) => key });
  });

  it('K2, K8: so are flatMap, reduce, and functions without keys', () => {
    verifyOperator<Reading, Said>({
      operator: (stream) =>
        stream.flatMap(function* ({ key, n }) {
          for (let i = 0; i < n % 5; i++) yield { key, text: `${String(n)}.${String(i)}` };
        }),
      input,
      expected: readings.flatMap(({ key, n }) =>
        Array.from({ length: n % 5 }, (_, i) => ({
          value: { key, text: `${String(n)}.${String(i)}` },
          timestamp: n,
        })),
      ),
    });
    const sums = new Map<string, number>();
    verifyOperator<Reading, Reading>({
      operator: (stream) =>
        stream.keyBy(({ key }) => key).reduce((sum, { key, n }) => ({ key, n: sum.n + n })),
      input,
      expected: readings.map(({ key, n }) => {
        sums.set(key, (sums.get(key) ?? 0) + n);
        return { value: { key, n: sums.get(key)! }, timestamp: n };
      }),
      keyOf: ({ key }) => key,
    });
    verifyOperator<Reading, string>({
      operator: (stream) =>
        stream.process({
          state: { seen: operatorListState<number>({ redistribution: 'split' }) },
          processElement: ({ n }, { state }, out: Collector<string>) => {
            if (n % 10 === 9) {
              out.collect(state.seen.get().join(' '));
              state.seen.clear();
            } else state.seen.add(n);
          },
        }),
      input,
      expected: [0, 10, 20, 30].map((from) => ({
        value: Array.from({ length: 9 }, (_, i) => from + i).join(' '),
        timestamp: from + 9,
      })),
    });
  });

  it('K2: the rest of a run and what is parked come back, before the watermark', () => {
    const operator = (stream: Stream<number>): Stream<number> =>
      stream.process({
        processElement: (n, _, out: Collector<number>) => {
          for (let i = 0; i < 3; i++) out.collect(n * 10 + i);
        },
      });
    const harness = operatorHarness(operator, { outputCredit: 2 });
    harness.processElements([
      { value: 1, timestamp: 4 },
      { value: 2, timestamp: 5 },
    ]);
    expect(harness.values).toEqual([10, 11]);
    const restored = harness.restore(harness.snapshot(), { outputCredit: 0 });
    restored.grantOutputCredit(9);
    restored.processWatermark(5);
    expect(restored.output).toEqual([
      { value: 12, timestamp: 4 },
      { value: 20, timestamp: 5 },
      { value: 21, timestamp: 5 },
      { value: 22, timestamp: 5 },
      { watermark: 5 },
    ]);
  });

  it('K3: a half drained answer is parked for a snapshot, and one that is too long declines it', () => {
    const counting = (upTo: number) => (stream: Stream<number>) =>
      stream.flatMap(
        function* () {
          for (let n = 0; n < upTo; n++) yield n;
        },
        { uid: 'long' },
      );
    const limits = { parkedRecordsMax: 50 };
    const short = operatorHarness(counting(40), { outputCredit: 5, limits });
    short.processElement(1);
    const restored = short.restore(short.snapshot());
    restored.grantOutputCredit(100);
    const all = Array.from({ length: 40 }, (_, n) => n);
    expect([...short.values, ...restored.values]).toEqual(all);

    const long = operatorHarness(counting(100), { outputCredit: 5, limits });
    long.processElement(1);
    expect(() => long.snapshot()).toThrow(
      expect.objectContaining({ code: 'SNAPSHOT_DECLINED', operator: 'long' }) as Error,
    );
    long.grantOutputCredit(1_000);
    expect(long.values).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('FC-E16: a list of 200,000 entries is restored', () => {
    const harness = operatorHarness((stream: Stream<number>) =>
      stream
        .keyBy(() => 'all')
        .process(
          {
            state: { entries: listState<number>() },
            processElement: (n, { state }, out: Collector<number>) => {
              if (n === -1) out.collect(state.entries.get().reduce((sum, entry) => sum + entry, 0));
              else state.entries.addAll(Array.from({ length: n }, (_, at) => at));
            },
          },
          { uid: 'list' },
        ),
    );
    harness.processElement(200_000);
    const restored = harness.restore(harness.snapshot());
    restored.processElement(-1);
    expect(restored.values).toEqual([19_999_900_000]);
  });

  it('K8: operator state is split in turn, or given to all, where there are other subtasks', () => {
    const operator = (stream: Stream<number>): Stream<string> =>
      stream.process({
        state: {
          split: operatorListState<number>({ redistribution: 'split' }),
          union: operatorListState<number>({ redistribution: 'union' }),
        },
        processElement: (n, { state }, out: Collector<string>) => {
          if (n < 0)
            out.collect(`${state.split.get().join(' ')} of ${state.union.get().join(' ')}`);
          else for (const list of [state.split, state.union]) list.add(n);
        },
      });
    const one = operatorHarness(operator, { parallelism: 1 });
    for (const n of [1, 2, 3, 4, 5]) one.processElement(n);
    const two = one.restore(one.snapshot(), { parallelism: 2 });
    for (const n of [-1, -1]) two.processElement(n);
    expect([...two.values].sort()).toEqual(['1 3 5 of 1 2 3 4 5', '2 4 of 1 2 3 4 5']);
  });
});
