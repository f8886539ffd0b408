/** Owns: what async iterators are promised as sources of whole jobs: demand, and to be let go once. */
import { simulate, slowSink, stuckSink, testJob, VirtualClock } from '@millrace/testing';
import { forEachSink, fromAsyncIterable, seconds } from '../../index.js';
import { passed, running, through } from './door.fixture.js';
import { byHand, never, openingFor, stoppedAt, untreated } from './iterator-by-hand.fixture.js';

describe('FC-E07: the consumer leaves early', () => {
  it('FC-E07, O10, O12: after 3 of many: 3 are drawn, return() is called once, and nothing is open', async () => {
    const treated = untreated();
    const { result, metrics } = await stoppedAt(byHand(treated), (handle) => {
      expect(handle.metrics().sinks['out']).toMatchObject({ held: 3 });
    });
    expect(result.ended).toBe('stopped');
    expect(treated).toEqual({ drawn: 3, pending: 0, pendingMax: 1, returned: 1 });
    expect(metrics.sources['in']).toMatchObject({ recordsWaiting: 0 });
    expect(result.unwritten.get('out')?.records).toBe(3);
  });

  it.each([
    ['answers', () => Promise.resolve({ done: true, value: undefined }), 0],
    ['never answers, as that of a generator', never, seconds(1)],
  ])(
    'FC-E07, O13: while next() is pending for ever, and return() %s: it is called once, and stop() waits no longer than its limit',
    async (_, answer, waitMs) => {
      const treated = untreated();
      const iterable = byHand(treated, {
        next: (n) => (n < 3 ? { done: false, value: n } : never()),
        return: answer,
      });
      const { result, endedAt } = await simulate(
        through(
          fromAsyncIterable(iterable),
          slowSink<number>({ bufferRecordsMax: 9, recordsPerTick: 9, tickMs: 1 }),
        ),
        {
          during: ({ handle, clock }) => void clock.after(10, () => void handle.stop()),
        },
      );
      expect(result.ended).toBe('stopped');
      expect(treated).toMatchObject({ drawn: 4, pendingMax: 1, returned: 1 });
      expect(endedAt).toBe(10 + waitMs);
    },
  );

  it('FC-E07: a real generator that waits for ever is told by its signal, and its finally runs', async () => {
    let left = 0;
    const source = fromAsyncIterable(async function* ({ signal }) {
      try {
        for (let n = 0; n < 3; n++) yield n;
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        });
      } finally {
        left += 1;
      }
    });
    const seen: number[] = [];
    const handle = await running(source, (n) => {
      seen.push(n);
      if (n === 2) setImmediate(() => void handle.stop());
    });
    expect((await handle.done).ended).toBe('stopped');
    expect([seen, left]).toEqual([[0, 1, 2], 1]);
  });

  it.each(['stop', 'cancel', 'failure'] as const)(
    'O12: return() is called once at: %s',
    async (how) => {
      const treated = untreated();
      const failing = forEachSink<number>(() => {
        throw new Error('full');
      });
      const sink = how === 'failure' ? failing : stuckSink<number>({ bufferRecordsMax: 3 });
      const run = simulate(through(fromAsyncIterable(byHand(treated)), sink), {
        during: ({ handle, clock }) =>
          void clock.after(10, () => void (how === 'cancel' ? handle.cancel() : handle.stop())),
      });
      if (how === 'failure') await expect(run).rejects.toThrow('out failed: full');
      else expect((await run).result.ended).toBe(how === 'stop' ? 'stopped' : 'cancelled');
      expect(treated.returned).toBe(1);
    },
  );
});

describe('demand', () => {
  it('O10: is exact: with a sink that takes nothing more, nothing more is drawn, whatever the read-ahead', async () => {
    for (const readAheadRecordsMax of [1, 2, 1_000]) {
      const treated = untreated();
      const source = fromAsyncIterable(byHand(treated), { readAheadRecordsMax });
      await simulate(through(source, stuckSink<number>({ bufferRecordsMax: 5 })), {
        during: ({ handle, clock }) => void clock.after(10, () => void handle.stop()),
      });
      expect(treated).toMatchObject({ drawn: 5, pendingMax: 1 });
    }
  });

  it('O11: never has more drawn than the read-ahead', async () => {
    const treated = untreated();
    const few = byHand(treated, {
      next: (value) =>
        Promise.resolve(value < 100 ? { done: false, value } : { done: true, value }),
    });
    let aheadMax = 0;
    const source = fromAsyncIterable(few, { readAheadRecordsMax: 7 });
    const reader = { given: 0 };
    const watched = {
      ...source,
      createReader: (context: Parameters<typeof source.createReader>[0]) => {
        const inner = source.createReader(context);
        const poll: typeof inner.poll = (run, recordsMax) => {
          aheadMax = Math.max(aheadMax, treated.drawn - reader.given);
          const status = inner.poll(run, recordsMax);
          reader.given += run.length;
          return status;
        };
        return { open: () => inner.open(), poll, close: () => inner.close() };
      },
    };
    const { values } = await passed(watched);
    expect(values).toHaveLength(100);
    expect(aheadMax).toBe(7);
  });

  it('O10: draws nothing before the sinks have opened, and nothing before the job runs', async () => {
    const clock = new VirtualClock();
    const drawnAt: number[] = [];
    const source = fromAsyncIterable(() =>
      byHand(untreated(), {
        next: () => {
          drawnAt.push(clock.now());
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    );
    expect(drawnAt).toEqual([]);
    for (const opened of [1_000, 2_000]) {
      await simulate(through(source, openingFor<number>(1_000)), { clock });
      expect(drawnAt.at(-1)).toBe(opened);
    }
    expect(drawnAt).toHaveLength(2);
  });

  it('hands on what is there while it waits for more', async () => {
    const later: (() => void)[] = [];
    const next = (value: number) =>
      value < 2
        ? Promise.resolve({ done: false, value })
        : new Promise((resolve) => later.push(() => resolve({ done: true, value: undefined })));
    const source = fromAsyncIterable(byHand(untreated(), { next }));
    const test = await testJob(through(source, stuckSink<number>({ bufferRecordsMax: 9 })), {
      keepSources: ['in'],
    });
    await test.settle();
    expect(test.sink('out').values).toEqual([0, 1]);
    later[0]!();
    expect((await test.done).ended).toBe('finished');
  });

  it('at a drain, what was drawn goes through, and the iterator is returned once', async () => {
    const treated = untreated();
    const source = fromAsyncIterable(
      byHand(treated, { next: (n) => (n < 5 ? { done: false, value: n } : never()) }),
    );
    const slow = slowSink<number>({ bufferRecordsMax: 5, recordsPerTick: 1, tickMs: 100 });
    const { result } = await simulate(through(source, slow), {
      during: ({ handle, clock }) => void clock.after(10, () => void handle.stop({ drain: true })),
    });
    expect([result.ended, slow.written]).toEqual(['stopped', [0, 1, 2, 3, 4]]);
    expect(treated.returned).toBe(1);
  });
});

it('O14: a million values that are always ready go through on the event loop, and overflow no stack', async () => {
  async function* million() {
    for (let n = 1; n <= 1_000_000; n++) yield n;
  }
  let sum = 0;
  const handle = await running(fromAsyncIterable(million), (n) => {
    sum += n;
  });
  expect((await handle.done).ended).toBe('finished');
  expect(sum).toBe(500_000_500_000);
});
