/** Async iterators, well-behaved and hostile, as sources of whole jobs. */
import { simulate, slowSink, stuckSink, testJob, VirtualClock } from '@millrace/testing';
import { asyncSink, asyncSinkLimits, fifoBuffer } from '../../connector.js';
import { forEachSink, fromAsyncIterable, seconds, type JobHandle, type Sink } from '../../index.js';
import { bareReader, passed, running, through } from './door.fixture.js';

/** How an iterator was treated. */
interface Treated {
  drawn: number;
  pending: number;
  pendingMax: number;
  returned: number;
}

const untreated = (): Treated => ({ drawn: 0, pending: 0, pendingMax: 0, returned: 0 });

interface IteratorParts {
  /** What next() answers for the value `n`; by default, at once. */
  readonly next?: (n: number) => unknown;
  readonly return?: () => unknown;
}

/** An iterator written by hand, over all integers. */
function byHand(treated: Treated, parts: IteratorParts = {}): AsyncIterable<number> {
  const { next = (value) => Promise.resolve({ done: false, value }) } = parts;
  return {
    [Symbol.asyncIterator]: () =>
      ({
        next: () => {
          treated.pendingMax = Math.max(treated.pendingMax, ++treated.pending);
          const answer = next(treated.drawn++);
          const settle = (): void => void (treated.pending -= 1);
          Promise.resolve(answer).then(settle, settle);
          return answer;
        },
        return: () => {
          treated.returned += 1;
          return parts.return ? parts.return() : Promise.resolve({ done: true, value: undefined });
        },
      }) as AsyncIterator<number>,
  };
}

const never = (): Promise<never> => new Promise(() => undefined);

/** A sink that takes so long to open, and then all that it is given. */
function openingFor<T>(ms: number): Sink<T> {
  return asyncSink<T, { value: T }>({
    name: 'late',
    limits: asyncSinkLimits(),
    connect: ({ clock }) => ({
      buffer: fifoBuffer({ keyOf: ({ value }) => String(value) }),
      toEntry: (value) => ({ value }),
      describe: ({ value }) => String(value),
      connection: {
        open: () => new Promise((resolve) => void clock.after(ms, resolve)),
        send: () => Promise.resolve({ unprocessed: [] }),
        classify: (error) => ({ kind: 'fatal', reason: String(error) }),
        close: () => undefined,
      },
    }),
  });
}

/** Runs until the given time and stops there, with what is to be seen then. */
async function stoppedAt(
  iterable: AsyncIterable<number>,
  look: (handle: JobHandle) => void = () => undefined,
) {
  const clock = new VirtualClock();
  return simulate(
    through(fromAsyncIterable(iterable), stuckSink<number>({ bufferRecordsMax: 3 })),
    {
      clock,
      during: ({ handle }) =>
        void clock.after(10, () => {
          look(handle);
          void handle.stop().catch(() => undefined);
        }),
    },
  );
}

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

describe('a hostile iterator', () => {
  const ended = { done: true, value: undefined };
  const over = (values: readonly unknown[]) => (n: number) => values[n] ?? Promise.resolve(ended);

  it('O14: that answers at once, or by thenables that settle at once, overflows no stack', async () => {
    const count = 100_000;
    const last = (n: number) => (n < count ? { done: false, value: n } : ended);
    const at = [
      (n: number) => last(n),
      (n: number) => ({ then: (resolve: (answer: unknown) => void) => resolve(last(n)) }),
    ];
    for (const next of at) {
      const { values } = await passed(fromAsyncIterable(byHand(untreated(), { next })));
      expect(values).toHaveLength(count);
    }
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      'in failed: broken',
    ],
    ['rejects', () => Promise.reject(new Error('broken')), 'in failed: broken'],
    ['answers a number', () => 5, 'in failed: next() of an async iterator answered 5'],
    ['answers null', () => Promise.resolve(null), 'answered null'],
    [
      'answers what throws when it is looked at',
      () => ({
        get done() {
          throw new Error('do not look');
        },
      }),
      'do not look',
    ],
  ])(
    'O12: whose third next() %s fails the job behind the two before, and is not returned',
    async (_, third, message) => {
      const treated = untreated();
      const next = (n: number): unknown => (n < 2 ? { done: false, value: n } : third());
      const handles: JobHandle[] = [];
      const run = simulate(
        through(
          fromAsyncIterable(byHand(treated, { next })),
          stuckSink<number>({ bufferRecordsMax: 9 }),
        ),
        {
          during: ({ handle }) => void handles.push(handle),
        },
      );
      await expect(run).rejects.toThrow(message);
      await expect(run).rejects.toMatchObject({ operator: 'in' });
      expect(handles[0]!.unwritten().get('out')?.records).toBe(2);
      expect(treated).toMatchObject({ drawn: 3, returned: 0 });
    },
  );

  it('O12: is not returned behind its end', async () => {
    const treated = untreated();
    const { values } = await passed(
      fromAsyncIterable(byHand(treated, { next: over([{ done: false, value: 7 }]) })),
    );
    expect([values, treated.returned]).toEqual([[7], 0]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('stuck');
      },
      'in failed: stuck',
    ],
    ['rejects', () => Promise.reject(new Error('stuck')), 'in failed: stuck'],
    ['never settles', never, 'in failed: it did not close within 30000 ms'],
  ])('whose return() %s fails the job that it was to let go', async (_, answer, message) => {
    const treated = untreated();
    const run = stoppedAt(byHand(treated, { return: answer }));
    await expect(run).rejects.toThrow(message);
    expect(treated.returned).toBe(1);
  });

  it('without return() can be left, also while next() is pending', async () => {
    for (const pendingFrom of [3, 99]) {
      const treated = untreated();
      const next = (n: number) => (n < pendingFrom - 1 ? { done: false, value: n } : never());
      const iterable = byHand(treated, { next });
      const bare: AsyncIterable<number> = {
        [Symbol.asyncIterator]: () => {
          const iterator = iterable[Symbol.asyncIterator]();
          return { next: () => iterator.next() };
        },
      };
      const { result, endedAt } = await stoppedAt(bare);
      expect([result.ended, endedAt, treated.returned]).toEqual(['stopped', 10, 0]);
    }
  });

  it('O16: that rejects when it has been left harms nobody', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const rejects: ((error: Error) => void)[] = [];
    const next = (n: number) =>
      n < 2 ? { done: false, value: n } : new Promise((_, reject) => rejects.push(reject));
    const late = byHand(untreated(), {
      next,
      return: () => new Promise((_, reject) => rejects.push(reject)),
    });
    const { result } = await stoppedAt(late);
    for (const reject of rejects) reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect([result.ended, rejects.length, unhandled]).toEqual(['stopped', 2, []]);
  });

  // A drain leaves the iterator, and closes its reader when what was drawn has gone through.
  it('O16: that fails to return at a drain is told of when its reader closes, and not before', async () => {
    const source = fromAsyncIterable(
      byHand(untreated(), { return: () => Promise.reject(new Error('stuck')) }),
    );
    let endInput!: () => void;
    const reader = bareReader({
      ...source,
      createReader: (context) => {
        const made = source.createReader(context);
        endInput = () => made.endInput!();
        return made;
      },
    });
    endInput();
    // An unhandled rejection would be one by now, and Jest would fail this.
    await new Promise((resolve) => setImmediate(resolve));
    expect(reader.poll(1)).toEqual({ values: [], status: 'end-of-input' });
    await expect(reader.close()).rejects.toThrow('stuck');
  });

  it('O17: that can be read once is read by one run alone', async () => {
    async function* one() {
      yield 1;
    }
    const made = one();
    const source = fromAsyncIterable(made);
    expect((await passed(source)).values).toEqual([1]);
    await expect(passed(source)).rejects.toMatchObject({
      code: 'SOURCE_READ_TWICE',
      operator: 'in',
    });
    const anew = fromAsyncIterable(one);
    expect([(await passed(anew)).values, (await passed(anew)).values]).toEqual([[1], [1]]);
  });

  it('that is none is refused with what to use', async () => {
    await expect(passed(fromAsyncIterable([1] as never))).rejects.toThrow(/use fromIterable/);
    expect(() => fromAsyncIterable([] as never, { readAheadRecordsMax: 0 })).toThrow(
      /readAheadRecordsMax of fromAsyncIterable is 0/,
    );
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
