/** A harness waits for promises when it is asked, and never for time. */
import type { Stream } from '@millrace/core';
import { operatorHarness } from './operator-harness.js';

describe('settle()', () => {
  it('lets promises settle, those as well that follow from the steps that they lead to', async () => {
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.asyncMap(async (n) => Promise.resolve(n), { capacity: 1 }).asyncMap(async (n) => -n),
    );
    for (const n of [1, 2, 3]) harness.processElement(n);
    expect(harness.values).toEqual([]);
    await harness.settle();
    expect(harness.values).toEqual([-1, -2, -3]);
  });

  it('lets no time pass', async () => {
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.asyncMap(() => new Promise<string>(() => undefined), {
        timeoutMs: 5,
        fallback: () => 'late',
      }),
    );
    harness.processElement(1);
    await harness.settle();
    expect(harness.values).toEqual([]);
    harness.setProcessingTime(5);
    expect(harness.values).toEqual(['late']);
  });

  it('rejects with what a step throws', async () => {
    const harness = operatorHarness((numbers: Stream<number>) =>
      numbers.asyncMap(() => Promise.reject(new Error('refused'))),
    );
    harness.processElement(1);
    await expect(harness.settle()).rejects.toThrow('refused');
  });
});
