/**
 * Owns: the proof of A9: what an asynchronous operator holds is bounded, and who waits for it is told so.
 */
import { defineJob, forEachSink, fromSequence, type Source, type Stream } from '@millrace/core';
import { operatorHarness, simulate, testJob } from '@millrace/testing';
import { ScriptedCalls } from './scripted-calls.fixture.js';

const LIMITS = { runRecordsMax: 16, channelRecords: 32 };

describe('the limits of an asynchronous operator', () => {
  it.each(['input', 'none', 'key'] as const)(
    'A9: holds its capacity and one run, whatever the source has: order %s',
    async (order) => {
      const calls = new ScriptedCalls<number>();
      let read = 0;
      const job = defineJob('stuck', (env) => {
        env
          .fromSource(fromSequence(0, 999_999), { uid: 'numbers' })
          .map((n) => {
            read += 1;
            return n;
          })
          .keyBy((n) => n)
          .asyncMap(calls.call, { uid: 'calls', order, capacity: 5 })
          .sinkTo(
            forEachSink(() => undefined),
            { uid: 'nothing' },
          );
      });
      const test = await testJob(job, { limits: LIMITS, keepSources: 'all' });
      expect(calls.made).toHaveLength(5);
      // Beside them, its own run, that of the channel before it, and the map's.
      expect(read).toBeLessThanOrEqual(5 + LIMITS.runRecordsMax + LIMITS.channelRecords);
      expect(test.metrics().operators['calls']).toMatchObject({ numAsyncCallsInFlight: 5 });
      await test.stop();
      expect(calls.made.map(({ context }) => context.signal.aborted)).not.toContain(false);
    },
  );

  it('A9: answers that cannot leave keep their places: the first is slow, and the rest is done', async () => {
    const calls = new ScriptedCalls<number>();
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.asyncMap(calls.call, { capacity: 3 }),
    );
    for (let n = 0; n < 10; n++) harness.processElement(n);
    for (const n of [1, 2]) calls.answer(n, `r${String(n)}`);
    await harness.settle();
    expect(calls.values).toEqual([0, 1, 2]);
    calls.answer(0, 'r0');
    await harness.settle();
    expect(calls.values).toEqual([0, 1, 2, 3, 4, 5]);
    expect(harness.values).toEqual(['r0', 'r1', 'r2']);
  });

  it('A8: a million plain answers overflow no stack and are emitted as there is credit', async () => {
    let sum = 0;
    const job = defineJob('plain', (env) => {
      env
        .fromSource(fromSequence(1, 1_000_000), { uid: 'numbers' })
        .keyBy(() => 'one')
        .asyncMap((n) => n, { uid: 'calls' })
        .sinkTo(
          forEachSink((n) => {
            sum += n;
          }),
          { uid: 'sum' },
        );
    });
    await simulate(job);
    expect(sum).toBe(500_000_500_000);
  });

  it('A8: a hundred thousand plain answers of one key, which waited behind a promise, overflow no stack', async () => {
    const calls = new ScriptedCalls<number>();
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers
        .keyBy(() => 'one')
        .asyncMap((n, context) => (n === 0 ? calls.call(n, context) : String(n)), {
          capacity: 100_000,
        }),
    );
    harness.processElements(Array.from({ length: 100_000 }, (_, value) => ({ value })));
    expect(harness.values).toEqual([]);
    calls.answer(0, '0');
    await harness.settle();
    expect(harness.values).toHaveLength(100_000);
    expect(harness.values[99_999]).toBe('99999');
  });

  it('C3: emits no more than there is credit for, and goes on when there is more', async () => {
    const calls = new ScriptedCalls<number, readonly number[]>();
    const harness = operatorHarness(
      (numbers: Stream<number>) => numbers.asyncFlatMap(calls.call, { capacity: 2 }),
      { outputCredit: 1 },
    );
    for (const value of [1, 2, 3]) harness.processElement(value, value);
    harness.processWatermark(3);
    calls.answer(1, [10, 11, 12]);
    await harness.settle();
    expect(harness.values).toEqual([10]);
    harness.grantOutputCredit(2);
    expect(harness.values).toEqual([10, 11, 12]);
    for (const value of [2, 3]) {
      calls.answer(value, [value]);
      await harness.settle();
    }
    harness.grantOutputCredit(2);
    expect(harness.output.slice(3)).toEqual([
      { value: 2, timestamp: 2 },
      { value: 3, timestamp: 3 },
      { watermark: 3 },
    ]);
  });

  it('C3: an answer without an end is drawn by credit, and ends with the job', async () => {
    let status = 'not begun';
    function* naturals(): Generator<number> {
      status = 'drawn';
      try {
        for (let n = 0; ; n++) yield n;
      } finally {
        status = 'ended';
      }
    }
    const harness = operatorHarness(
      (numbers: Stream<number>) => numbers.asyncFlatMap(() => Promise.resolve(naturals())),
      { outputCredit: 3 },
    );
    harness.processElement(1);
    await harness.settle();
    expect(harness.values).toEqual([0, 1, 2]);
    harness.close();
    expect(status).toBe('ended');
  });

  it('A9: a task that waits for calls alone is busy, and the bottleneck of those behind it', async () => {
    const calls = new ScriptedCalls<number, number>();
    const job = defineJob('slow calls', (env) => {
      env
        .fromSource(endless, { uid: 'numbers' })
        .rebalance()
        .map((n) => n, { uid: 'before' })
        .rebalance()
        .asyncMap(calls.call, { uid: 'calls', capacity: 4 })
        .rebalance()
        .map((n) => n, { uid: 'after' })
        .sinkTo(
          forEachSink(() => undefined),
          { uid: 'nothing' },
        );
    });
    const test = await testJob(job, { limits: LIMITS, keepSources: 'all' });
    for (let second = 0; second < 12; second++) {
      await test.advanceTime(1_000);
      for (const { value, resolve } of calls.made) resolve(value);
      await test.settle();
    }
    const { tasks } = test.metrics();
    const shares = Object.entries(tasks).map(([name, task]) => {
      const { busyTimeMsPerSecond: busy, idleTimeMsPerSecond: idle } = task;
      const { backPressuredTimeMsPerSecond: backPressured } = task;
      expect(busy + idle + backPressured).toBeCloseTo(1_000, 6);
      return [name, { busy, backPressured }];
    });
    expect(Object.fromEntries(shares)).toMatchObject({
      before: { backPressured: 1_000 },
      calls: { busy: 1_000, backPressured: 0 },
      'after -> nothing': { busy: 0, backPressured: 0 },
    });
    expect(test.handle.explainBackpressure()).toMatch(
      /^The bottleneck is calls: it is busy 100 % of the time \(4 calls in flight\) and has 32 records waiting/,
    );
    await test.stop();
  });
});

const endless: Source<number> = {
  name: 'endless',
  boundedness: 'unbounded',
  createReader: () => ({
    open: () => undefined,
    poll: (run, recordsMax) => {
      for (let at = 0; at < recordsMax; at++) {
        run.values[at] = at;
        run.timestamps[at] = 0;
      }
      run.length = recordsMax;
      return 'more-available';
    },
    endInput: () => undefined,
    close: () => undefined,
  }),
};
