/** handle.state: what functions keep, for an onlooker, while the job runs. */
import {
  collectSink,
  records,
  scriptedSource,
  silence,
  simulate,
  type SimulationView,
} from '@millrace/testing';
import {
  defineJob,
  listState,
  mapState,
  valueState,
  type Collector,
  type JobDefinition,
} from '../index.js';

interface Sale {
  readonly shop: string;
  readonly cents: number;
}

const shops = Array.from({ length: 20 }, (_, n) => `shop ${String(n)}`);
const sales = shops.flatMap((shop, n) => [
  { shop, cents: n },
  { shop, cents: 100 },
]);

const takings = (): JobDefinition =>
  defineJob('takings', (env) => {
    const keyed = env
      .fromSource(scriptedSource([records(...sales), silence]), { uid: 'sales' })
      .keyBy(({ shop }) => shop);
    keyed
      .process(
        {
          state: {
            sum: valueState<{ cents: number }>(),
            all: listState<number>(),
            by: mapState<number, Date>(),
          },
          processElement: ({ cents }, { state }, _out: Collector<Sale>) => {
            const sum = state.sum.value() ?? { cents: 0 };
            sum.cents += cents;
            state.sum.update(sum);
            state.all.add(cents);
            state.by.put(cents, new Date(cents));
          },
        },
        { uid: 'sums' },
      )
      .sinkTo(collectSink<Sale>());
    keyed
      .reduce((sum, sale) => ({ ...sum, cents: sum.cents + sale.cents }), { uid: 'totals' })
      .sinkTo(collectSink<Sale>());
    keyed
      .countWindow(2)
      .process(
        {
          globalState: { pairs: valueState<number>() },
          process: (_sales, { globalState }, _out: Collector<Sale>) => {
            globalState.pairs.update((globalState.pairs.value() ?? 0) + 1);
          },
        },
        { uid: 'pairs' },
      )
      .sinkTo(collectSink<Sale>());
  });

/** Looks at the job after a second, and cancels it. */
async function looked(look: (view: SimulationView) => void, parallelism = 3): Promise<unknown> {
  let outcome: unknown;
  await simulate(takings(), {
    parallelism,
    during: (view) => {
      view.clock.after(1_000, () => {
        try {
          look(view);
        } catch (cause) {
          outcome = cause;
        }
        void view.handle.cancel();
      });
    },
  });
  return outcome;
}

describe('handle.state', () => {
  it.each([1, 3])('reads the state of each key, in %p subtasks', async (parallelism) => {
    const found: unknown[] = [];
    const failed = await looked(({ handle }) => {
      const [sum, all, by] = ['sum', 'all', 'by'].map((name) => handle.state('sums', name));
      for (const shop of shops) found.push([sum!.get(shop), all!.get(shop), by!.get(shop)]);
      expect(sum!.get('shop 99')).toBeUndefined();
      expect(handle.state('totals', 'reduced').get('shop 3')).toEqual({
        shop: 'shop 3',
        cents: 103,
      });
      expect(handle.state('pairs', 'pairs').get('shop 3')).toBe(1);
    }, parallelism);
    expect(failed).toBeUndefined();
    expect(found).toEqual(
      shops.map((_, n) => [
        { cents: n + 100 },
        [n, 100],
        new Map([
          [n, new Date(n)],
          [100, new Date(100)],
        ]),
      ]),
    );
  });

  it("K4: gives a copy, which is the onlooker's own", async () => {
    const failed = await looked(({ handle }) => {
      const sum = handle.state('sums', 'sum');
      const first = sum.get('shop 1') as { cents: number };
      first.cents = -1;
      expect(sum.get('shop 1')).toEqual({ cents: 101 });
    });
    expect(failed).toBeUndefined();
  });

  it('refuses an unknown operator, an unknown state and what is no key, with what there is', async () => {
    const unknown = await looked(({ handle }) => handle.state('sum', 'sum'));
    expect(unknown).toMatchObject({ code: 'STATE_NOT_THERE' });
    expect(String(unknown)).toContain('there is "sums", "totals"');
    const unnamed = await looked(({ handle }) => handle.state('sums', 'count'));
    expect(String(unnamed)).toContain('"sum", "all", "by"');
    const noKey = await looked(({ handle }) => handle.state('sums', 'sum').get(Number.NaN));
    expect(noKey).toMatchObject({ code: 'KEY_INVALID', operator: 'sums' });
  });

  it('says so when the job has ended', async () => {
    let view!: SimulationView;
    await looked((seen) => {
      view = seen;
    });
    expect(() => view.handle.state('sums', 'sum')).toThrow(
      expect.objectContaining({ code: 'STATE_GONE' }) as Error,
    );
  });
});
