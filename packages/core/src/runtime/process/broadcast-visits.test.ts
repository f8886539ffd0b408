/** Owns: the visits of a broadcast function to the keys of its subtask: whom they meet, and what they may do. */
import { twoInputHarness } from '@millrace/testing';
import {
  listState,
  mapState,
  valueState,
  type Collector,
  type KeyedBroadcastContext,
  type Stream,
} from '../../index.js';

const STATE = {
  sum: valueState<number>({ ttl: { ttlMs: 100 } }),
  all: listState<number>(),
};

interface Amount {
  readonly key: string;
  readonly n: number;
}

type Context = KeyedBroadcastContext<string, typeof STATE, unknown>;

/** Sums by key, and whatever is done for a broadcast record. */
const summing =
  (visit: (context: Context, out: Collector<string>) => void) =>
  (amounts: Stream<Amount>, ticks: Stream<number>): Stream<string> =>
    amounts
      .keyBy(({ key }) => key)
      .connect(ticks.broadcast({ ticks: mapState<string, number>() }))
      .process(
        {
          state: STATE,
          processElement: ({ n }, { state, timers }, _out: Collector<string>) => {
            if (n < 0) timers.registerEventTimeTimer(1_000);
            else if (n > 9) state.all.add(n);
            else state.sum.update((state.sum.value() ?? 0) + n);
          },
          processBroadcastElement: (_tick, context, out) => {
            visit(context, out);
          },
        },
        { uid: 'sums' },
      );

const amounts = (...given: readonly (readonly [key: string, n: number])[]) =>
  given.map(([key, n]) => ({ value: { key, n } }));

describe('applyToKeyedState', () => {
  it.each([1, 3])(
    'ST14: meets each key that holds something, and no other (%p subtasks)',
    (parallelism) => {
      const visit = summing(({ applyToKeyedState }, out) => {
        applyToKeyedState('sum', (key, sum) => {
          out.collect(`${key} ${sum.value()}`);
        });
        applyToKeyedState('all', (key, all) => {
          out.collect(`${key} ${all.get().join()}`);
        });
      });
      const harness = twoInputHarness(visit, { parallelism });
      const given = amounts(
        ['a', 1],
        ['b', 2],
        ['a', 3],
        ['c', -1],
        ['d', 10],
        ['d', 11],
        ['b', 12],
      );
      harness.first.processElements(given);
      harness.second.processElement(1, 7);
      expect([...harness.values].sort()).toEqual(['a 4', 'b 12', 'b 2', 'd 10,11']);
      expect(harness.output[0]).toMatchObject({ timestamp: 7 });
      // What has expired is met no more.
      harness.setProcessingTime(100);
      harness.second.processElement(2);
      expect([...harness.values.slice(4)].sort()).toEqual(['b 12', 'd 10,11']);
    },
  );

  it('ST14: writes and clears the state of the key that is met, which is a key no more where that was all', () => {
    const visit = summing(({ applyToKeyedState }) => {
      applyToKeyedState('sum', (key, sum) => {
        if (key === 'a') sum.update(sum.value()! * 10);
        else sum.clear();
        if (key === 'c') sum.update(7);
      });
    });
    const harness = twoInputHarness(visit);
    harness.first.processElements(amounts(['a', 1], ['b', 2], ['c', 3]));
    harness.second.processElement(1);
    const sum = harness.state('sums', 'sum');
    expect(['a', 'b', 'c'].map((key) => sum.get(key))).toEqual([10, undefined, 7]);
    expect(harness.metrics()['sums']!['numKeys']).toBe(2);
    harness.first.processElement({ key: 'b', n: 5 });
    const next = harness.restore(harness.snapshot());
    expect(['a', 'b', 'c'].map((key) => next.state('sums', 'sum').get(key))).toEqual([10, 5, 7]);
  });

  it('ST14: forgets every key whose state it clears, the last one too', () => {
    const visit = summing(({ applyToKeyedState }) => {
      applyToKeyedState('sum', (_key, sum) => {
        sum.clear();
      });
    });
    const harness = twoInputHarness(visit);
    harness.first.processElements(amounts(['a', 1], ['b', 2], ['c', 3]));
    harness.second.processElement(1);
    expect(harness.metrics()['sums']!['numKeys']).toBe(0);
  });

  it('E6: names the key at which a visit fails, and none where the record itself does', () => {
    const visit = summing(({ applyToKeyedState }, out) => {
      applyToKeyedState('all', (key) => {
        if (key === 'b') throw new Error('no visitors');
        out.collect(key);
      });
      throw new Error('no record');
    });
    const failing = twoInputHarness(visit);
    failing.first.processElements(amounts(['b', 12]));
    expect(() => failing.second.processElement(1)).toThrow(/sums.*"?b"?.*no visitors/s);
    const other = twoInputHarness(visit);
    other.first.processElements(amounts(['a', 12]));
    expect(() => other.second.processElement(1)).toThrow(
      expect.objectContaining({
        key: undefined,
        message: expect.stringMatching('no record') as string,
      }),
    );
  });

  it('E6: a visit that has failed is over, so that another may begin; its key is still named', () => {
    const met: string[] = [];
    const visit = summing(({ applyToKeyedState }) => {
      try {
        applyToKeyedState('sum', () => {
          throw new Error('caught');
        });
      } catch {
        applyToKeyedState('all', (key) => {
          met.push(key);
        });
      }
      applyToKeyedState('sum', (key) => {
        throw new Error(`met ${key}`);
      });
    });
    const harness = twoInputHarness(visit);
    harness.first.processElements(amounts(['a', 1], ['b', 12]));
    expect(() => harness.second.processElement(1)).toThrow(
      expect.objectContaining({
        code: 'OPERATOR_FAILED',
        key: 'a',
        message: expect.stringContaining('met a') as string,
      }),
    );
    expect(met).toEqual(['b']);
  });

  it('refuses a state that is not declared, a visit within a visit, a promise, and use after the call', () => {
    let kept: Context | undefined;
    const refusalOf = (visit: (context: Context) => void): unknown => {
      const harness = twoInputHarness(summing(visit));
      harness.first.processElements(amounts(['a', 1]));
      try {
        harness.second.processElement(1);
      } catch (error) {
        return (error as { readonly code?: unknown }).code;
      }
      return 'none';
    };
    expect(
      refusalOf(({ applyToKeyedState }) => {
        applyToKeyedState('total' as never, () => undefined);
      }),
    ).toBe('STATE_UNKNOWN');
    expect(
      refusalOf(({ applyToKeyedState }) => {
        applyToKeyedState('sum', () => {
          applyToKeyedState('all', () => undefined);
        });
      }),
    ).toBe('KEY_VISIT_NESTED');
    expect(
      refusalOf(({ applyToKeyedState }) => {
        // eslint-disable-next-line @typescript-eslint/no-misused-promises
        applyToKeyedState('sum', () => Promise.resolve());
      }),
    ).toBe('PROMISE_ANSWERED');
    expect(
      refusalOf((context) => {
        kept = context;
      }),
    ).toBe('none');
    expect(() => kept!.applyToKeyedState('sum', () => undefined)).toThrow(/sums: a context/);
  });
});
