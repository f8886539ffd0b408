/**
 * Owns: the proof that an asynchronous operator gets on with its neighbours: with statuses and watermarks
 * that pass it, with those who are pending behind it, and with a branch beside it.
 */
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  outputTag,
  seconds,
  tumbling,
  type FailedRecord,
  type Stream,
} from '@millrace/core';
import { operatorHarness, testJob } from '@millrace/testing';
import { ScriptedCalls } from './scripted-calls.fixture.js';

const answers = <T>(calls: ScriptedCalls<T, T>): void => {
  for (const { value, resolve } of calls.made) resolve(value);
};

describe('an asynchronous operator among others', () => {
  it.each(['input', 'none', 'key'] as const)(
    'A2: holds a watermark status behind the records before it, and collapses those that wait: %s',
    async (order) => {
      const calls = new ScriptedCalls<number, number>();
      const harness = operatorHarness((numbers: Stream<number>) =>
        numbers.keyBy((n) => n).asyncMap(calls.call, { order }),
      );
      harness.processElement(1, 1);
      harness.processWatermarkStatus('idle');
      harness.processWatermarkStatus('active');
      harness.processWatermark(1);
      harness.processWatermarkStatus('idle');
      harness.processElement(2, 2);
      await harness.settle();
      expect(harness.output).toEqual([]);
      calls.answer(2, 2);
      await harness.settle();
      expect(harness.output).toEqual([]);
      calls.answer(1, 1);
      await harness.settle();
      expect(harness.output).toEqual([
        { value: 1, timestamp: 1 },
        { watermark: 1 },
        { status: 'idle' },
        { value: 2, timestamp: 2 },
      ]);
      harness.processWatermarkStatus('active');
      expect(harness.output.at(-1)).toEqual({ status: 'active' });
    },
  );

  it('A2: keeps a window behind it from firing before its results are there', async () => {
    const calls = new ScriptedCalls<number, number>();
    const job = defineJob('called', (env) => {
      env
        .fromSource(fromArray<number>([]), {
          uid: 'numbers',
          watermarks: boundedOutOfOrderness(0, (at) => at),
        })
        .asyncMap(calls.call, { uid: 'calls', order: 'none' })
        .keyBy(() => 'all')
        .window(tumbling(seconds(1)))
        .aggregate({ createAccumulator: () => 0, add: (n) => n + 1, getResult: (n) => n })
        .sinkTo(
          forEachSink(() => undefined),
          { uid: 'counts' },
        );
    });
    const test = await testJob(job);
    test.source<number>('numbers').push(1, 2, 3, 5_000);
    await test.settle();
    calls.answer(2, 2);
    calls.answer(5_000, 5_000);
    await test.settle();
    expect(test.sink('counts').values).toEqual([]);
    answers(calls);
    await test.settle();
    expect(test.sink('counts').values).toMatchObject([{ value: 3 }]);
    await test.end();
    expect(test.sink('counts').values).toMatchObject([{ value: 3 }, { value: 1 }]);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'C3: gives no watermark to an operator behind it that is pending (credit %i)',
    async (outputCredit) => {
      const calls = new ScriptedCalls<number, number>();
      const harness = operatorHarness(
        (numbers: Stream<number>) => numbers.asyncMap(calls.call).flatMap((n) => [n, n, n]),
        { outputCredit },
      );
      for (const n of [1, 2]) harness.processElement(n, n);
      harness.processWatermark(2);
      answers(calls);
      await harness.settle();
      for (let grants = 0; grants < 6; grants++) harness.grantOutputCredit(1);
      const seen = harness.output.map((each) => ('value' in each ? each.value : 'watermark'));
      expect(seen).toEqual([1, 1, 1, 2, 2, 2, 'watermark']);
    },
  );

  it('C5: a diamond with calls that do not answer is held up by them, and goes on when they do', async () => {
    const calls = new ScriptedCalls<number, number>();
    const job = defineJob('diamond', (env) => {
      const numbers = env.fromSource(fromArray(Array.from({ length: 500 }, (_, n) => n)), {
        uid: 'numbers',
      });
      const called = numbers.asyncMap(calls.call, { uid: 'calls', capacity: 8 });
      const direct = numbers.map((n) => -n, { uid: 'direct' });
      called.union(direct).sinkTo(
        forEachSink(() => undefined),
        { uid: 'both' },
      );
    });
    const limits = { channelRecords: 16, runRecordsMax: 8 };
    const test = await testJob(job, { limits, keepSources: 'all' });
    const seen = test.sink<number>('both').values.length;
    expect(calls.made).toHaveLength(8);
    expect(seen).toBeLessThan(100);
    await test.advanceTime(seconds(20));
    expect(test.handle.explainBackpressure()).toMatch(/^The bottleneck is calls:/);
    while (calls.made.length < 500) {
      answers(calls);
      await test.settle();
    }
    answers(calls);
    await test.end();
    const { values } = test.sink<number>('both');
    expect(values.filter((n) => n > 0)).toEqual(Array.from({ length: 499 }, (_, n) => n + 1));
    expect(values).toHaveLength(1_000);
  });

  it('E6: a record whose call failed is skipped, or goes to a side output with the reason, in its place', async () => {
    const calls = new ScriptedCalls<number, number>();
    const failed = outputTag<FailedRecord<number>>('failed');
    const harness = operatorHarness(
      (numbers: Stream<number>) => numbers.asyncMap(calls.call, { uid: 'calls', onError: failed }),
      { sideOutputs: [failed] },
    );
    for (const value of [1, 2, 3]) harness.processElement(value, value);
    harness.processWatermark(3);
    calls.fail(2, new Error('refused'));
    await harness.settle();
    expect(harness.sideOutput(failed)).toEqual([]);
    for (const value of [1, 3]) calls.answer(value, value);
    await harness.settle();
    expect(harness.values).toEqual([1, 3]);
    expect(harness.sideOutput(failed)).toMatchObject([
      { value: { value: 2, timestamp: 2, error: { message: 'calls failed: refused' } } },
      { watermark: 3 },
    ]);
    expect(harness.metrics()['calls']).toMatchObject({ numRecordsInErrors: 1, numRecordsOut: 2 });
  });

  it('E6: fails the job by the key of the record, though a call before it has not answered', async () => {
    const calls = new ScriptedCalls<number, number>();
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.keyBy((n) => `k${String(n)}`).asyncMap(calls.call, { uid: 'calls', order: 'input' }),
    );
    for (const value of [1, 2]) harness.processElement(value);
    calls.fail(2);
    await expect(harness.settle()).rejects.toMatchObject({
      message: 'calls failed at key "k2": refused',
      operator: 'calls',
      key: 'k2',
    });
  });

  it.each(['fails', 'is cancelled', 'is stopped'] as const)(
    "A7: a job that %s aborts the calls in flight, and what they answer is nobody's crash",
    async (how) => {
      const calls = new ScriptedCalls<number, number>();
      const job = defineJob('ended', (env) => {
        env
          .fromSource(fromArray<number>([]), { uid: 'numbers' })
          .asyncMap(calls.call, { uid: 'calls', retry: { attemptsMax: 2 } })
          .sinkTo(
            forEachSink((n) => {
              if (n === 1) throw new Error('sink down');
            }),
            { uid: 'out' },
          );
      });
      const test = await testJob(job, { keepSinks: 'all' });
      test.source<number>('numbers').push(1, 2, 3);
      await test.settle();
      // The third waits for its second try when the job ends.
      calls.fail(3);
      await test.settle().catch(() => undefined);
      const made = calls.made.length;
      if (how === 'fails') {
        calls.answer(1, 1);
        await expect(test.settle()).rejects.toThrow('sink down');
      } else if (how === 'is stopped') await test.stop();
      else {
        void test.handle.cancel();
        await test.settle();
      }
      expect(calls.of(2).context.signal.aborted).toBe(true);
      calls.fail(2);
      await test.clock.advanceBy(seconds(60));
      expect(calls.made).toHaveLength(made);
      expect(test.clock.pendingTimers()).toEqual([]);
    },
  );

  it('E6: a record without a key fails by the policy, and its neighbours are called for', async () => {
    const harness = operatorHarness((numbers: Stream<number | undefined>) =>
      numbers
        .keyBy((n) => n!)
        .asyncMap((n) => Promise.resolve(n), { uid: 'calls', onError: 'skip' }),
    );
    for (const value of [1, undefined, 2]) harness.processElement(value);
    await harness.settle();
    expect(harness.values).toEqual([1, 2]);
    expect(harness.metrics()['calls']).toMatchObject({ numRecordsInErrors: 1 });
  });

  it.each(['a string', { answered: 1 }])(
    'NOT_ITERABLE: asyncFlatMap refuses %j',
    async (answer) => {
      const harness = operatorHarness((numbers: Stream<number>) =>
        numbers.asyncFlatMap(() => Promise.resolve(answer as unknown as Iterable<string>)),
      );
      harness.processElement(1);
      await expect(harness.settle()).rejects.toMatchObject({ code: 'NOT_ITERABLE' });
    },
  );

  it('A7: all in a row let go of their calls, also behind those whose answers fail to end', async () => {
    const sevens: Iterable<number> = {
      [Symbol.iterator]: () => ({
        next: () => ({ value: 7 }),
        return: () => {
          throw new Error('no end');
        },
      }),
    };
    const calls = new ScriptedCalls<number>();
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers
        .asyncFlatMap(() => Promise.resolve(sevens), { uid: 'first' })
        .asyncFlatMap(() => Promise.resolve(sevens), { uid: 'second' })
        .asyncMap(calls.call, { uid: 'calls', capacity: 2 }),
    );
    harness.processElement(1);
    await harness.settle();
    expect(calls.values).toEqual([7, 7]);
    expect(() => harness.close()).toThrow('first failed: no end');
    expect(calls.made.map(({ context }) => context.signal.aborted)).toEqual([true, true]);
  });
});
