/** Owns: what broadcast state promises: who writes it, who has it, and that it comes back as it was. */
import { verifyTwoInputOperator } from '@millrace/testing';
import {
  mapState,
  operatorListState,
  valueState,
  type Collector,
  type Stream,
} from '../../index.js';

interface Level {
  readonly tank: string;
  readonly level: number;
}

interface Limit {
  readonly unit: string;
  readonly max: number | undefined;
}

const tankOf = ({ tank }: { readonly tank: string }): string => tank;

interface Judged {
  readonly tank: string;
  readonly level?: number;
  readonly by?: readonly string[];
  readonly at?: number;
}

/** Each level with the limits that it is judged by, in their order, twice; and a timer that is judged again. */
const judging = (levels: Stream<Level>, limits: Stream<Limit>): Stream<Judged> =>
  levels
    .keyBy(tankOf)
    .connect(limits.broadcast({ limits: mapState<string, number>() }))
    .process(
      {
        state: { last: valueState<number>() },
        processElement: ({ tank, level }, context, out: Collector<Judged>) => {
          const { state, timers, timestamp, broadcastState } = context;
          state.last.update(level);
          timers.registerEventTimeTimer(timestamp! + 5);
          const by = [...broadcastState.limits.entries()].map(([unit, max]) => `${unit} ${max}`);
          for (let i = 0; i < 2; i++) out.collect({ tank, level, by });
        },
        processBroadcastElement: ({ unit, max }, { broadcastState }) => {
          if (max === undefined) broadcastState.limits.remove(unit);
          else broadcastState.limits.put(unit, max);
        },
        onTimer: (at, { key, broadcastState }, out) => {
          out.collect({ tank: key, at, by: [...broadcastState.limits.keys()] });
        },
      },
      { uid: 'judged' },
    );

const level = (tank: string, at: number) => ({
  first: { value: { tank, level: at }, timestamp: at },
});
const limit = (unit: string, max?: number) => ({ second: { value: { unit, max } } });

const judged = (tank: string, at: number, ...by: readonly string[]) => {
  const record = { value: { tank, level: at, by }, timestamp: at };
  return [record, record];
};

const again = (tank: string, at: number) => ({
  value: { tank, at, by: ['psi', 'kPa', 'bar'] },
  timestamp: at,
});

describe('broadcast state', () => {
  it('K2, K8, ST13: with keys, is what came before each record, in its order, under every schedule', () => {
    const schedules = verifyTwoInputOperator<Level, Limit, Judged>({
      operator: judging,
      input: [
        level('a', 1),
        limit('bar', 5),
        limit('psi', 70),
        level('b', 2),
        level('a', 3),
        level('c', 4),
        { both: { watermark: 5 } },
        limit('bar'),
        limit('kPa', 500),
        limit('bar', 6),
        level('b', 6),
        { first: { watermark: 7 } },
        { second: { watermark: 8 } },
      ],
      expected: [
        ...judged('a', 1),
        ...judged('b', 2, 'bar 5', 'psi 70'),
        ...judged('a', 3, 'bar 5', 'psi 70'),
        ...judged('c', 4, 'bar 5', 'psi 70'),
        { watermark: 5 },
        ...judged('b', 6, 'psi 70', 'kPa 500', 'bar 6'),
        ...[again('a', 6), again('b', 7)],
        { watermark: 7 },
        // The first input ends before the second, whose time is then that of both.
        again('a', 8),
        { watermark: 8 },
        ...[again('c', 9), again('b', 11)],
        { watermark: Number.MAX_SAFE_INTEGER },
      ],
      keyOf: tankOf,
    });
    expect(schedules.length).toBeGreaterThanOrEqual(12);
  });

  it('K2: without keys, it is beside a list of the subtask, under every schedule', () => {
    const schedules = verifyTwoInputOperator<number, string, string>({
      operator: (numbers, words) =>
        numbers.connect(words.broadcast({ seen: mapState<string, number>() })).process(
          {
            state: { numbers: operatorListState<number>({ redistribution: 'split' }) },
            processElement: (n, { state, broadcastState }, out: Collector<string>) => {
              state.numbers.add(n);
              for (const [word, times] of broadcastState.seen.entries()) {
                out.collect(`${n} ${word} ${times}`);
              }
            },
            processBroadcastElement: (word, { state, broadcastState }, out: Collector<string>) => {
              broadcastState.seen.put(word, (broadcastState.seen.get(word) ?? 0) + 1);
              out.collect(`${word} ${state.numbers.get().join()}`);
              out.collect(word);
            },
          },
          { uid: 'seen' },
        ),
      input: [
        { first: { value: 1 } },
        ...['a', 'b', 'a'].map((value) => ({ second: { value, timestamp: 3 } })),
        { first: { value: 2, timestamp: 4 } },
        { both: { watermark: 4 } },
        { first: { value: 3 } },
      ],
      expected: [
        ...['a 1', 'a', 'b 1', 'b', 'a 1', 'a'].map((value) => ({ value, timestamp: 3 })),
        ...['2 a 2', '2 b 1'].map((value) => ({ value, timestamp: 4 })),
        { watermark: 4 },
        ...[{ value: '3 a 2' }, { value: '3 b 1' }],
        { watermark: Number.MAX_SAFE_INTEGER },
      ],
    });
    expect(schedules.length).toBeGreaterThanOrEqual(11);
  });
});
