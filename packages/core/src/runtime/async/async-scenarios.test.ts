/**
 * Owns: the scenarios of asynchronous operators, S25 and S79 to S90, by their numbers.
 */
import { MAX_TIMESTAMP, type AsyncOptions, type Stream } from '@millrace/core';
import { operatorHarness, type OperatorHarness } from '@millrace/testing';
import { ScriptedCalls } from './scripted-calls.fixture.js';

type Calls = ScriptedCalls<number>;

function harnessOf(
  calls: Calls,
  options: AsyncOptions<number, string> = {},
): OperatorHarness<number, string> {
  return operatorHarness((numbers: Stream<number>) => numbers.asyncMap(calls.call, options));
}

/** Answers one after the other, with a step after each. */
async function answerEach(
  harness: OperatorHarness<number, unknown>,
  calls: Calls,
  values: readonly number[],
): Promise<void> {
  for (const value of values) {
    calls.answer(value, `r${String(value)}`);
    await harness.settle();
  }
}

describe('an asynchronous operator', () => {
  it('S25, A2: lets no watermark overtake a record that is pending', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls, { order: 'none' });
    harness.processElement(1, 10);
    harness.processWatermark(15);
    harness.processWatermark(20);
    await harness.settle();
    expect(harness.output).toEqual([]);
    calls.answer(1, 'r1');
    await harness.settle();
    // The two that waited beside each other are one (C1).
    expect(harness.output).toEqual([{ value: 'r1', timestamp: 10 }, { watermark: 20 }]);
  });

  it('S79, A1: emits in the order of the input, whatever the order of completion', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls);
    for (const value of [1, 2, 3]) harness.processElement(value, value);
    await answerEach(harness, calls, [3]);
    expect(harness.values).toEqual([]);
    await answerEach(harness, calls, [1]);
    expect(harness.values).toEqual(['r1']);
    await answerEach(harness, calls, [2]);
    expect(harness.output).toEqual([
      { value: 'r1', timestamp: 1 },
      { value: 'r2', timestamp: 2 },
      { value: 'r3', timestamp: 3 },
    ]);
  });

  it('S80, A2: emits in the order of completion where the order is none', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls, { order: 'none' });
    for (const value of [1, 2, 3]) harness.processElement(value, value);
    await answerEach(harness, calls, [3, 1, 2]);
    expect(harness.values).toEqual(['r3', 'r1', 'r2']);
  });

  it('S81, A2: never emits across a watermark, whatever the order', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls, { order: 'none' });
    harness.processElement(1, 1);
    harness.processElement(2, 2);
    harness.processWatermark(2);
    harness.processElement(3, 3);
    await answerEach(harness, calls, [3, 2, 1]);
    expect(harness.output).toEqual([
      { value: 'r2', timestamp: 2 },
      { value: 'r1', timestamp: 1 },
      { watermark: 2 },
      { value: 'r3', timestamp: 3 },
    ]);
  });

  it('S82, A9: with a capacity of two the third waits, and is in the snapshot', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls, { capacity: 2 });
    for (const value of [1, 2, 3]) harness.processElement(value, value);
    expect(calls.values).toEqual([1, 2]);
    const restored = harness.restore(harness.snapshot());
    expect(calls.values).toEqual([1, 2, 1, 2]);
    await answerEach(restored, calls, [1, 2]);
    expect(calls.values).toEqual([1, 2, 1, 2, 3]);
    await answerEach(restored, calls, [3]);
    expect(restored.values).toEqual(['r1', 'r2', 'r3']);
  });

  it('S83, A5: a timeout fails the job, by the operator and the record', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls, { timeoutMs: 50, uid: 'lookup' });
    harness.processElement(1, 1);
    harness.setProcessingTime(49);
    await harness.settle();
    expect(() => {
      harness.setProcessingTime(50);
    }).toThrow(expect.objectContaining({ code: 'ASYNC_TIMEOUT', operator: 'lookup' }));
  });

  it('S83, A5: with a fallback, what that answers is emitted in place', async () => {
    const calls: Calls = new ScriptedCalls();
    const fallback = (value: number) => `none for ${String(value)}`;
    const harness = harnessOf(calls, { timeoutMs: 50, fallback });
    for (const value of [1, 2]) harness.processElement(value, value);
    await answerEach(harness, calls, [2]);
    harness.setProcessingTime(50);
    expect(harness.output).toEqual([
      { value: 'none for 1', timestamp: 1 },
      { value: 'r2', timestamp: 2 },
    ]);
  });

  it('S84, A5: a timeout before the retry that is scheduled ends the call: no further try', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls, {
      timeoutMs: 50,
      retry: { attemptsMax: 5, backoffMsMin: 100, jitter: 'none' },
      fallback: () => 'late',
    });
    harness.processElement(1, 1);
    calls.fail(1);
    await harness.settle();
    harness.setProcessingTime(50);
    expect(harness.values).toEqual(['late']);
    harness.setProcessingTime(1_000);
    await harness.settle();
    expect(calls.values).toEqual([1]);
    expect(harness.values).toEqual(['late']);
  });

  it.each(['before', 'after'] as const)(
    'S85, A5: a timeout while a retry runs emits the fallback once; the retry answers %s it has left',
    async (when) => {
      const calls: Calls = new ScriptedCalls();
      const harness = harnessOf(calls, {
        timeoutMs: 50,
        retry: { attemptsMax: 2, backoffMsMin: 10, jitter: 'none' },
        fallback: () => 'late',
      });
      // The element before it keeps the result from leaving at once.
      for (const value of [0, 1]) harness.processElement(value, value);
      calls.fail(1);
      await harness.settle();
      harness.setProcessingTime(10);
      expect(calls.values).toEqual([0, 1, 1]);
      if (when === 'after') await answerEach(harness, calls, [0]);
      harness.setProcessingTime(50);
      await answerEach(harness, calls, [1, 0]);
      harness.endInput();
      expect(harness.output).toEqual([
        { value: when === 'after' ? 'r0' : 'late', timestamp: 0 },
        { value: 'late', timestamp: 1 },
        { watermark: MAX_TIMESTAMP },
      ]);
    },
  );

  it('S86, A10: the end of the input waits for the calls in flight', async () => {
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls);
    for (const value of [1, 2]) harness.processElement(value, value);
    harness.endInput();
    await answerEach(harness, calls, [2]);
    expect(harness.output).toEqual([]);
    await answerEach(harness, calls, [1]);
    expect(harness.output).toEqual([
      { value: 'r1', timestamp: 1 },
      { value: 'r2', timestamp: 2 },
      { watermark: MAX_TIMESTAMP },
    ]);
  });

  it('S87, A6: what a call answers a second time is ignored, however it answers', async () => {
    const twice: PromiseLike<string> = {
      then: (onValue: never, onError: never): never => {
        (onValue as (value: string) => void)('first');
        (onValue as (value: string) => void)('second');
        (onError as (error: unknown) => void)(new Error('third'));
        return undefined as never;
      },
    };
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.asyncMap((value) => (value === 1 ? twice : Promise.resolve('other'))),
    );
    harness.processElement(1);
    harness.processElement(2);
    await harness.settle();
    expect(harness.values).toEqual(['first', 'other']);
    expect(Object.values(harness.metrics())[0]).toMatchObject({
      numRecordsIn: 2,
      numRecordsOut: 2,
      numAsyncCallsInFlight: 0,
    });
  });

  it('S88: an empty answer frees its place and emits nothing', async () => {
    const calls = new ScriptedCalls<number, readonly string[]>();
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.asyncFlatMap(calls.call, { capacity: 1 }),
    );
    for (const value of [1, 2, 3]) harness.processElement(value, value);
    calls.answer(1, []);
    await harness.settle();
    expect(calls.values).toEqual([1, 2]);
    calls.answer(2, ['a', 'b']);
    await harness.settle();
    calls.answer(3, []);
    await harness.settle();
    expect(harness.output).toEqual([
      { value: 'a', timestamp: 2 },
      { value: 'b', timestamp: 2 },
    ]);
  });

  it.each(['input', 'none'] as const)(
    'S89, A11: after a restore every input without a result is called for again, in the order of the input: %s',
    async (order) => {
      const calls: Calls = new ScriptedCalls();
      const harness = harnessOf(calls, { order });
      for (const value of [1, 2]) harness.processElement(value, value);
      harness.processWatermark(2);
      for (const value of [3, 4]) harness.processElement(value, value);
      await answerEach(harness, calls, [2, 4]);
      const before = order === 'none' ? ['r2'] : [];
      expect(harness.values).toEqual(before);
      const made = calls.made.length;
      const restored = harness.restore(harness.snapshot());
      harness.close();
      expect(calls.values.slice(made)).toEqual(order === 'none' ? [1, 3, 4] : [1, 2, 3, 4]);
      for (const { value, resolve } of calls.made.slice(made)) resolve(`again ${String(value)}`);
      await restored.settle();
      expect(restored.output).toEqual([
        { value: 'again 1', timestamp: 1 },
        ...(order === 'none' ? [] : [{ value: 'again 2', timestamp: 2 }]),
        { watermark: 2 },
        { value: 'again 3', timestamp: 3 },
        { value: 'again 4', timestamp: 4 },
      ]);
    },
  );

  it('S90, A6: what completes after a cancel is ignored, and throws nothing', async () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => {
      rejections.push(reason);
    };
    process.on('unhandledRejection', note);
    const calls: Calls = new ScriptedCalls();
    const harness = harnessOf(calls);
    for (const value of [1, 2]) harness.processElement(value, value);
    harness.close();
    expect(calls.made.map(({ context }) => context.signal.aborted)).toEqual([true, true]);
    calls.answer(1, 'r1');
    calls.fail(2);
    await harness.settle();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    process.off('unhandledRejection', note);
    expect(harness.output).toEqual([]);
    expect(rejections).toEqual([]);
  });
});
