/** A bounded source without a record, alone and beside another. */
import { collectSink, simulate } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  fromArray,
  MAX_TIMESTAMP,
  tumbling,
  type Stream,
} from '../index.js';

describe('an empty source', () => {
  it('S118: alone, ends its job at the end of time without output', async () => {
    const out = collectSink<unknown>();
    const job = defineJob('empty', (env) => {
      env
        .fromSource(fromArray<number>([]), {
          watermarks: boundedOutOfOrderness<number>(0, (n) => n),
        })
        .keyBy((n) => n)
        .window(tumbling(10))
        .aggregate(
          { createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n },
          { uid: 'windows' },
        )
        .sinkTo(out);
    });
    const { result, metrics } = await simulate(job);
    expect([result.ended, out.values]).toEqual(['finished', []]);
    expect(metrics.operators['windows']).toMatchObject({ currentInputWatermark: MAX_TIMESTAMP });
  });

  it.each([1, 2, 3, 4, 5])(
    'S118: in a union, leaves the other input as it is alone (seed %i)',
    async (seed) => {
      const outOf = async (
        unite: (alone: Stream<number>, empty: Stream<number>) => Stream<number>,
      ) => {
        const out = collectSink<unknown>();
        const watermarks = boundedOutOfOrderness<number>(0, (n) => n);
        const job = defineJob('united', (env) => {
          const alone = env.fromSource(fromArray([1, 5, 12, 30]), { watermarks });
          const empty = env.fromSource(fromArray<number>([]), { watermarks });
          empty.sinkTo(collectSink());
          unite(alone, empty)
            .keyBy((n) => n % 2)
            .window(tumbling(10))
            .aggregate(summing)
            .sinkTo(out);
        });
        const { result } = await simulate(job, { seed, limits: { runRecordsMax: 1 } });
        return [result.ended, ...out.values];
      };
      const alone = await outOf((stream) => stream);
      expect(alone).toHaveLength(4);
      expect(await outOf((stream, empty) => stream.union(empty))).toEqual(alone);
      expect(await outOf((stream, empty) => empty.union(stream))).toEqual(alone);
    },
  );
});

const summing = {
  createAccumulator: () => 0,
  add: (sum: number, n: number) => sum + n,
  getResult: (sum: number) => sum,
};
