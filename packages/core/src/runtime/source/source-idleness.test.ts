/** T3: when a source is idle, when it is not, and what that does to time downstream. */
import { collectSink, gap, records, scriptedSource, simulate } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  seconds,
  tumbling,
  type WindowResult,
} from '../../index.js';

interface Reading {
  readonly from: string;
  readonly at: number;
}

const reading = (from: string, at: number): Reading => ({ from, at });
const times = boundedOutOfOrderness<Reading>(0, ({ at }) => at, { idleAfterMs: seconds(1) });

const counting = {
  createAccumulator: () => 0,
  add: (count: number) => count + 1,
  getResult: (count: number) => count,
};

type Counted = WindowResult<string, number>;

describe('T3: an idle source', () => {
  it('S6: lets time go on without it', async () => {
    const out = collectSink<Counted>();
    const seen: [number, number][] = [];
    const job = defineJob('two', (env) => {
      const a = env.fromSource(
        scriptedSource([records(reading('a', 10), reading('a', 25)), gap(seconds(9))]),
        { watermarks: times },
      );
      const b = env.fromSource(scriptedSource([records(reading('b', 3)), gap(seconds(9))]), {
        watermarks: times,
      });
      a.union(b)
        .keyBy(() => 'k')
        .window(tumbling(10))
        .aggregate(counting, { uid: 'count' })
        .sinkTo(out);
    });
    await simulate(job, {
      during: ({ clock }) => {
        for (const at of [999, 1_001]) clock.after(at, () => seen.push([at, out.values.length]));
      },
    });
    expect(seen).toEqual([
      [999, 0],
      [1_001, 2],
    ]);
  });
});
