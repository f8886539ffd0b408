/**
 * Owns: the proof of A4 to A8: tries, their number and their waits, their time, their signals, and answers
 * that need no promise.
 */
import {
  isMillraceError,
  type AsyncCallContext,
  type AsyncOptions,
  type Stream,
} from '@millrace/core';
import { operatorHarness, type OperatorHarness } from '@millrace/testing';
import { ScriptedCalls } from './scripted-calls.fixture.js';

type Call = (value: number, context: AsyncCallContext) => PromiseLike<string> | string;

function harnessOf(
  call: Call,
  options: AsyncOptions<number, string> = {},
): OperatorHarness<number, string> {
  const named = { uid: 'lookup', ...options };
  return operatorHarness((numbers: Stream<number>) => numbers.asyncMap(call, named));
}

const metricsOf = (harness: OperatorHarness<number, string>) => harness.metrics()['lookup'];

describe('the tries of a call', () => {
  it('A4: are made until one answers, each behind a wait that grows by the factor', async () => {
    const calls = new ScriptedCalls<number>();
    const retry = {
      attemptsMax: 4,
      backoffMsMin: 10,
      backoffMsMax: 50,
      backoffFactor: 3,
      jitter: 'none',
    } as const;
    const harness = harnessOf(calls.call, { retry });
    harness.processElement(7, 1);
    for (const at of [10, 40, 90]) {
      calls.fail(7);
      await harness.settle();
      harness.setProcessingTime(at - 1);
      const before = calls.made.length;
      harness.setProcessingTime(at);
      expect(calls.made).toHaveLength(before + 1);
    }
    calls.answer(7, 'at last');
    await harness.settle();
    expect(calls.made.map(({ context }) => context.attempt)).toEqual([1, 2, 3, 4]);
    expect(harness.output).toEqual([{ value: 'at last', timestamp: 1 }]);
    expect(metricsOf(harness)).toMatchObject({ numAsyncRetries: 3, numAsyncCallsInFlight: 0 });
  });

  it('A4: wait for any time up to that, as the seed of the job has it', async () => {
    const waits = await Promise.all([1, 2, 3, 4, 5, 5].map((seed) => waitOf(seed)));
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
    expect(new Set(waits).size).toBe(5);
    expect(waits[4]).toBe(waits[5]);
  });

  it('A4: are not repeated for an error that another try cannot help', async () => {
    const calls = new ScriptedCalls<number>();
    const isRetryable = (error: unknown) => !String(error).includes('unknown');
    const harness = harnessOf(calls.call, {
      retry: { attemptsMax: 3, isRetryable },
      fallback: (_, error) => `not known: ${String(error)}`,
    });
    harness.processElement(7);
    calls.fail(7, new Error('unknown number'));
    await harness.settle();
    expect(harness.values).toEqual(['not known: Error: unknown number']);
    expect(metricsOf(harness)).toMatchObject({ numAsyncRetries: 0 });
  });

  it('A4: are told by their number when all have failed, and the fallback is given what was thrown', async () => {
    const refused = new Error('refused');
    const retry = { attemptsMax: 2, backoffMsMin: 0 };
    const failing = harnessOf(() => Promise.reject(refused), { retry });
    failing.processElement(7);
    await failing.settle();
    failing.setProcessingTime(1);
    await expect(failing.settle()).rejects.toThrow('lookup failed: refused (in try 2)');
    const seen: unknown[] = [];
    const fallback = (_: number, error: unknown) => String(seen.push(error));
    const falling = harnessOf(() => Promise.reject(refused), { fallback });
    falling.processElement(7);
    await falling.settle();
    expect(seen).toEqual([refused]);
  });

  it('A4: fail also where the function throws at once, and where its verdict does', async () => {
    const isRetryable = (): boolean => {
      throw new Error('no verdict');
    };
    const throwing = (): string => {
      throw new Error('at once');
    };
    const retried = harnessOf(throwing, { retry: { attemptsMax: 2, backoffMsMin: 0 } });
    retried.processElement(7);
    expect(() => retried.setProcessingTime(1)).toThrow('lookup failed: at once (in try 2)');
    const unjudged = harnessOf(throwing, { retry: { attemptsMax: 2, isRetryable } });
    expect(() => unjudged.processElement(7)).toThrow('lookup failed: no verdict');
  });

  it('A5: a fallback that fails tells also what it stood in for', () => {
    const harness = harnessOf(
      () => {
        throw new Error('down');
      },
      {
        fallback: () => {
          throw new Error('no default');
        },
      },
    );
    expect(() => harness.processElement(7)).toThrow(
      'lookup failed: its fallback failed: no default (it stood in for: down)',
    );
  });

  it('A5: have one time together, and an answer whose mail is on the way has come in time', async () => {
    const calls = new ScriptedCalls<number>();
    const harness = harnessOf(calls.call, { timeoutMs: 50, fallback: () => 'late' });
    harness.processElement(1);
    harness.setProcessingTime(30);
    harness.processElement(2);
    calls.answer(1, 'in time');
    // The promise settles, and no step is taken before the clock has gone on.
    await Promise.resolve();
    harness.setProcessingTime(79);
    expect(harness.values).toEqual(['in time']);
    harness.setProcessingTime(80);
    expect(harness.values).toEqual(['in time', 'late']);
    expect(metricsOf(harness)).toMatchObject({ numAsyncTimeouts: 1, numAsyncCallsInFlight: 0 });
  });

  it('A5: take as long as they like where the time is Infinity', async () => {
    const calls = new ScriptedCalls<number>();
    const harness = harnessOf(calls.call, { timeoutMs: Number.POSITIVE_INFINITY });
    harness.processElement(1);
    harness.setProcessingTime(10 ** 12);
    calls.answer(1, 'slow');
    await harness.settle();
    expect(harness.values).toEqual(['slow']);
  });

  it.each(['input', 'none'] as const)(
    'A6: what a try answers after its time is ignored, also while others are called for: order %s',
    async (order) => {
      const calls = new ScriptedCalls<number>();
      const fallback = (): string => 'late';
      const harness = harnessOf(calls.call, { order, capacity: 1, timeoutMs: 50, fallback });
      for (const value of [1, 2, 3]) harness.processElement(value);
      harness.setProcessingTime(50);
      calls.answer(1, 'too late');
      await harness.settle();
      harness.setProcessingTime(100);
      calls.fail(2);
      await harness.settle();
      calls.answer(3, 'three');
      await harness.settle();
      expect(harness.values).toEqual(['late', 'late', 'three']);
      expect(metricsOf(harness)).toMatchObject({ numAsyncTimeouts: 2, numAsyncCallsInFlight: 0 });
    },
  );

  it('A7: have a signal each, which fires when their time is over, and not when another try begins', async () => {
    const calls = new ScriptedCalls<number>();
    const harness = harnessOf(calls.call, {
      timeoutMs: 50,
      retry: { attemptsMax: 2, backoffMsMin: 10, jitter: 'none' },
      fallback: () => 'late',
    });
    harness.processElement(1);
    calls.fail(1);
    await harness.settle();
    harness.setProcessingTime(10);
    const [first, second] = calls.made.map(({ context }) => context.signal);
    expect(second).not.toBe(first);
    harness.setProcessingTime(50);
    expect([first!.aborted, second!.aborted]).toEqual([false, true]);
  });

  it('A7: who asks for the signal when it is too late is told so', async () => {
    let asked: AsyncCallContext | undefined;
    const harness = harnessOf(
      (_, context) => {
        asked = context;
        return new ScriptedCalls<number>().call(1, context);
      },
      { timeoutMs: 50, fallback: () => 'late' },
    );
    harness.processElement(1);
    harness.setProcessingTime(50);
    expect(asked!.signal.aborted).toBe(true);
    await harness.settle();
  });

  it('A8: a plain answer leaves in the step that it was given in, and no promise is waited for', () => {
    const harness = harnessOf((value) => `r${String(value)}`);
    harness.processElements([{ value: 1 }, { value: 2 }]);
    expect(harness.values).toEqual(['r1', 'r2']);
  });

  it('A8: an object whose then is no function is a plain answer; one whose then throws is a failed try', () => {
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.asyncMap<unknown>((value) =>
        value === 1
          ? { then: 'later' }
          : {
              get then(): never {
                throw new Error('no then');
              },
            },
      ),
    );
    harness.processElement(1);
    expect(harness.values).toEqual([{ then: 'later' }]);
    const failure = thrownBy(() => harness.processElement(2));
    expect(isMillraceError(failure) && failure.message).toMatch('no then');
  });
});

/** How long a harness of this seed waits before the second try, of up to a second. */
async function waitOf(seed: number): Promise<number> {
  const calls = new ScriptedCalls<number>();
  const retry = { attemptsMax: 2, backoffMsMin: 1_000 };
  const harness = operatorHarness(
    (numbers: Stream<number>) => numbers.asyncMap(calls.call, { retry }),
    { seed },
  );
  harness.processElement(7);
  calls.fail(7);
  await harness.settle();
  let waited = 0;
  while (calls.made.length === 1) harness.setProcessingTime(++waited);
  return waited;
}

function thrownBy(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}
