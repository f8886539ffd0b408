/** Aggregates of keys, and partitioners of the user's own. */
import { collectSink, simulate } from '@millrace/testing';
import {
  defineJob,
  fromArray,
  fromSequence,
  operatorListState,
  type Collector,
  type JobDefinition,
} from '../index.js';

const mean = {
  createAccumulator: () => ({ sum: 0, count: 0 }),
  add: (held: { sum: number; count: number }, n: number) => {
    held.sum += n;
    held.count += 1;
    return held;
  },
  getResult: ({ sum, count }: { sum: number; count: number }) => sum / count,
};

it('aggregate() emits the running aggregate of the key with the key, for every record', async () => {
  const out = collectSink<{ key: readonly [string, number]; value: number }>();
  const job = defineJob('means', (env) => {
    env
      .fromSource(fromArray([1, 2, 3, 4]), { uid: 'in' })
      .keyBy((n) => ['parity', n % 2] as const)
      .aggregate(mean, { uid: 'mean' })
      .sinkTo(out);
  });
  await simulate(job);
  expect(out.values).toEqual([
    { key: ['parity', 1], value: 1 },
    { key: ['parity', 0], value: 2 },
    { key: ['parity', 1], value: 2 },
    { key: ['parity', 0], value: 3 },
  ]);
});

describe('partitionCustom', () => {
  const job = (
    partition: (key: number, parallelism: number) => number,
    out = collectSink<string>(),
  ): JobDefinition =>
    defineJob('custom', (env) => {
      env
        .fromSource(fromSequence(0, 8), { uid: 'in' })
        .partitionCustom((n) => n * 10, partition)
        .process(
          {
            state: { seen: operatorListState<number>({ redistribution: 'split' }) },
            processElement: (n, { state }, main: Collector<string>) => {
              state.seen.add(n);
              main.collect(state.seen.get().join(' '));
            },
          },
          { uid: 'chosen', parallelism: 3 },
        )
        .sinkTo(out, { parallelism: 1 });
    });

  it('sends each record to the subtask that the function answers', async () => {
    const asked = new Set<string>();
    const out = collectSink<string>();
    const choose = (key: number, parallelism: number): number => {
      asked.add(`${String(key)} of ${String(parallelism)}`);
      return key < 30 ? 0 : 2;
    };
    await simulate(job(choose, out));
    expect(asked).toEqual(new Set(Array.from({ length: 9 }, (_, n) => `${String(n * 10)} of 3`)));
    // Each subtask has seen its own: two of them have any.
    expect(out.values).toContain('0 1 2');
    expect(out.values).toContain('3 4 5 6 7 8');
    expect(out.values).toHaveLength(9);
  });

  it.each([3, -1, 0.5, Number.NaN])('refuses %p where there are three subtasks', async (answer) => {
    const refused = simulate(job(() => answer));
    await expect(refused).rejects.toMatchObject({ code: 'PARTITION_INVALID', operator: 'chosen' });
    await expect(refused).rejects.toThrow('from 0 to 2');
  });

  it('E6: names the operator before which the function threw', async () => {
    const thrown = simulate(
      job(() => {
        throw new Error('no region');
      }),
    );
    await expect(thrown).rejects.toMatchObject({ code: 'OPERATOR_FAILED', operator: 'chosen' });
  });
});
