import {
  days,
  defineJob,
  forEachSink,
  fromArray,
  fromSequence,
  boundedOutOfOrderness,
  tumbling,
  runJob,
  type WindowResult,
} from '../index.js';

describe('runJob', () => {
  it('runs a chain to its end', async () => {
    let sum = 0;
    const job = defineJob('sum', (env) => {
      env
        .fromSource(fromSequence(0, 9_999), { uid: 'numbers' })
        .map((n) => n * 2 + 1)
        .filter((n) => n % 3 !== 0)
        .sinkTo(
          forEachSink((n) => (sum += n)),
          { uid: 'sum' },
        );
    });
    const handle = await runJob(job);
    expect((await handle.done).ended).toBe('finished');
    expect(sum).toBe(
      Array.from({ length: 10_000 }, (_, n) => n * 2 + 1)
        .filter((n) => n % 3 !== 0)
        .reduce((a, b) => a + b, 0),
    );
  });

  it('sums windows by key', async () => {
    const results: WindowResult<string, number>[] = [];
    const day = days(1);
    const job = defineJob('windows', (env) => {
      env
        .fromSource(
          fromArray([
            { k: 'a', t: 1 },
            { k: 'b', t: day },
            { k: 'a', t: day - 1 },
          ]),
          {
            uid: 'in',
            watermarks: boundedOutOfOrderness(1000, (r) => r.t),
          },
        )
        .keyBy((r) => r.k)
        .window(tumbling(day))
        .aggregate(
          { createAccumulator: () => 0, add: (n, _r) => n + 1, getResult: (n) => n },
          { uid: 'count' },
        )
        .sinkTo(
          forEachSink((r) => results.push(r)),
          { uid: 'out' },
        );
    });
    await (
      await runJob(job)
    ).done;
    expect(results).toEqual([
      { key: 'a', window: { start: 0, end: day }, value: 2 },
      { key: 'b', window: { start: day, end: 2 * day }, value: 1 },
    ]);
  });
});
