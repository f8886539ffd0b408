/** The ways out into a `for await`: the loop sets the pace, and its end is the job's. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { simulate } from '@millrace/testing';
import {
  asyncIterableSink,
  defineJob,
  forEachSink,
  fromArray,
  fromAsyncIterable,
  fromSequence,
  toAsyncIterable,
  type Environment,
  type JobHandle,
  type Stream,
} from '../index.js';
import { quiet } from './outlet.fixture.js';

/** All integers, and what was done with their iterator. */
function integers() {
  const seen = { drawn: 0, returned: 0 };
  const iterator: AsyncIterator<number> = {
    next: () => Promise.resolve({ done: false, value: seen.drawn++ }),
    return: () => {
      seen.returned += 1;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    seen,
    source: () => fromAsyncIterable<number>({ [Symbol.asyncIterator]: () => iterator }),
  };
}

async function taken<T>(iterable: AsyncIterable<T>, recordsMax = Number.POSITIVE_INFINITY) {
  const values: T[] = [];
  for await (const value of iterable) {
    values.push(value);
    if (values.length === recordsMax) break;
  }
  return values;
}

describe('toAsyncIterable', () => {
  it('gives a loop the records, and each loop a job of its own', async () => {
    const handles: JobHandle[] = [];
    const squares = toAsyncIterable(
      (env) => env.fromSource(fromSequence(1, 3_000), { uid: 'n' }).map((n) => n * n),
      { name: 'squares', onStarted: (handle) => handles.push(handle) },
    );
    const expected = Array.from({ length: 3_000 }, (_, i) => (i + 1) ** 2);
    expect(handles).toEqual([]);
    expect(await taken(squares)).toEqual(expected);
    expect(await taken(squares)).toEqual(expected);
    expect(handles.map(({ name, status }) => [name, status])).toEqual([
      ['squares', 'finished'],
      ['squares', 'finished'],
    ]);
  });

  it.each([0, 1, 64, 1_024])(
    'FC-E05, FC-E07, O20, O21: a break after 3 of an endless source stops the job, and its iterator is returned once (buffer %d)',
    async (bufferRecordsMax) => {
      const { seen, source } = integers();
      const handles: JobHandle[] = [];
      const all = toAsyncIterable((env) => env.fromSource(source(), { uid: 'in' }), {
        bufferRecordsMax,
        onStarted: (handle) => handles.push(handle),
      });
      expect(await taken(all, 3)).toEqual([0, 1, 2]);
      expect(seen.returned).toBe(1);
      expect(seen.drawn).toBeLessThan(12);
      expect(handles[0]!.status).toBe('stopped');
      await expect(handles[0]!.done).resolves.toMatchObject({ ended: 'stopped' });
    },
  );

  it('B1, O21: reads the source as far as the loop asks, and as the buffer allows', async () => {
    const { seen, source } = integers();
    const iterator = toAsyncIterable((env) => env.fromSource(source(), { uid: 'in' }), {
      bufferRecordsMax: 0,
    })[Symbol.asyncIterator]();
    for (const asked of [1, 2, 3]) {
      expect(await iterator.next()).toEqual({ done: false, value: asked - 1 });
      await quiet();
      expect(seen.drawn).toBeLessThanOrEqual(asked + 1);
    }
    await iterator.return!();
  });

  it('answers calls of next() beside each other in their order, and done from the end on', async () => {
    const numbers = toAsyncIterable((env) => env.fromSource(fromArray([1, 2, 3]), { uid: 'in' }));
    const iterator = numbers[Symbol.asyncIterator]();
    const order: unknown[] = [];
    await Promise.all(
      [1, 2, 3, 4, 5].map(() => iterator.next().then(({ value }) => order.push(value))),
    );
    expect(order).toEqual([1, 2, 3, undefined, undefined]);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(await iterator.return!()).toEqual({ done: true, value: undefined });
  });

  it('E6: a failure of the job rejects one next(), with the first cause; then there is nothing more', async () => {
    const tear = (n: number): number => {
      if (n === 3) throw new Error('torn');
      return n;
    };
    // With credit for two, the failure would take along what comes in one run with it.
    const failing = toAsyncIterable(
      (env) => env.fromSource(fromSequence(1, 100), { uid: 'in' }).map(tear, { uid: 'tear' }),
      { bufferRecordsMax: 0 },
    );
    const iterator = failing[Symbol.asyncIterator]();
    const outcomes: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      await iterator.next().then(
        ({ value, done }) => outcomes.push(done === true ? 'done' : value),
        ({ message }: Error) => outcomes.push(message),
      );
    }
    expect(outcomes).toEqual([1, 2, 'tear failed: torn', 'done', 'done']);
  });

  it('E6: of several that wait, the first hears of the failure', async () => {
    const failing = toAsyncIterable((env) =>
      env.fromSource(fromAsyncIterable(tornAfter(1)), { uid: 'in' }),
    );
    const iterator = failing[Symbol.asyncIterator]();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => iterator.next()));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining('torn') } });
    expect(outcomes[3]).toMatchObject({ value: { done: true } });
  });

  it('E6: a loop that throws ends the job, and its own error is told', async () => {
    const { seen, source } = integers();
    const loop = async () => {
      for await (const n of toAsyncIterable((env) => env.fromSource(source(), { uid: 'in' }))) {
        if (n === 4) throw new Error('mine');
      }
    };
    await expect(loop()).rejects.toThrow('mine');
    expect(seen.returned).toBe(1);
  });

  it('a job that is described wrongly rejects the first next()', async () => {
    const wrong = toAsyncIterable(() => undefined as unknown as Stream<number>);
    await expect(wrong[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError);
    const options = { parallelism: 0 };
    const many = toAsyncIterable((env) => env.fromSource(fromArray([1]), { uid: 'in' }), options);
    await expect(taken(many)).rejects.toMatchObject({ code: 'PARALLELISM_INVALID' });
  });

  it('FC-E09, O22: an aborted signal and a stopped job are no end of the records', async () => {
    const aborting = new AbortController();
    const reason = new Error('enough');
    const aborted = toAsyncIterable((env) => env.fromSource(integers().source(), { uid: 'in' }), {
      signal: aborting.signal,
    });
    const loop = async () => {
      for await (const n of aborted) if (n === 2) aborting.abort(reason);
    };
    await expect(loop()).rejects.toBe(reason);

    const handles: JobHandle[] = [];
    const stopped = toAsyncIterable((env) => env.fromSource(integers().source(), { uid: 'in' }), {
      name: 'numbers',
      onStarted: (handle) => handles.push(handle),
    });
    const other = async () => {
      for await (const n of stopped) if (n === 2) void handles[0]!.stop();
    };
    await expect(other()).rejects.toMatchObject({
      code: 'JOB_ENDED_EARLY',
      message: expect.stringContaining('job numbers was stopped'),
    });
  });

  it('a name that is undefined is none: the job has that of the door', async () => {
    const handles: JobHandle[] = [];
    const one = toAsyncIterable((env) => env.fromSource(fromArray([1]), { uid: 'in' }), {
      name: undefined as never,
      onStarted: (handle) => handles.push(handle),
    });
    expect(await taken(one)).toEqual([1]);
    expect(handles[0]!.name).toBe('to-async-iterable');
  });

  it('E6: an onStarted that throws leaves no job running: it is cancelled, and the loop is told', async () => {
    const { seen, source } = integers();
    const handles: JobHandle[] = [];
    const all = toAsyncIterable((env) => env.fromSource(source(), { uid: 'in' }), {
      onStarted: (handle) => {
        handles.push(handle);
        throw new Error('no room for it');
      },
    });
    await expect(taken(all)).rejects.toThrow('no room for it');
    expect([handles[0]!.status, seen.drawn]).toEqual(['cancelled', 0]);
  });

  it('N2: what the loop did not come to is told as unwritten', async () => {
    const handles: JobHandle[] = [];
    const all = toAsyncIterable((env) => env.fromSource(fromSequence(1, 1_000), { uid: 'in' }), {
      name: 'out',
      bufferRecordsMax: 4,
      onStarted: (handle) => handles.push(handle),
    });
    const iterator = all[Symbol.asyncIterator]();
    for (let i = 0; i < 8; i++) await iterator.next();
    while (handles[0]!.metrics().sinks['out']!['held'] !== 4) await nextTurn();
    await iterator.return!();
    // Four in the buffer, and the eighth, with which the loop was not done.
    expect(handles[0]!.unwritten().get('out')).toMatchObject({ records: 5 });
  });

  it('a job with two outputs is held back by the loop, and both have everything', async () => {
    const beside: number[] = [];
    const describe = (env: Environment) => {
      const numbers = env.fromSource(fromSequence(1, 5_000), { uid: 'in' });
      numbers.filter((n) => n % 2 === 0).sinkTo(forEachSink((n) => beside.push(n)));
      return numbers;
    };
    expect((await taken(toAsyncIterable(describe))).length).toBe(5_000);
    expect(beside).toHaveLength(2_500);
    beside.length = 0;
    await taken(
      toAsyncIterable(describe, { limits: { channelRecords: 64, runRecordsMax: 16 } }),
      3,
    );
    expect(beside.length).toBeLessThan(200);
  });

  it('FC-E06, L1: records that are always ready starve no timer', async () => {
    let ticks = 0;
    // Three, and then none: what comes while the loop is left does not count.
    const timer = setInterval(() => {
      if (++ticks === 3) clearInterval(timer);
    }, 1);
    const numbers = toAsyncIterable((env) => env.fromSource(fromSequence(1, 1e9), { uid: 'in' }));
    for await (const _ of numbers) if (ticks === 3) break;
    expect(ticks).toBe(3);
  });

  it('FC-E03: a million records overflow no stack', async () => {
    let last = 0;
    const numbers = toAsyncIterable((env) => env.fromSource(fromSequence(1, 1e6), { uid: 'in' }));
    for await (const n of numbers) last = n;
    expect(last).toBe(1e6);
  });

  it.each([
    ['FC-D28: an option that nobody knows', { bufferRecordMax: 1 }, 'bufferRecordsMax'],
    ['a limit that is none', { bufferRecordsMax: -1 }, 'bufferRecordsMax is -1'],
    ['a limit that is no whole number', { bufferRecordsMax: 0.5 }, 'bufferRecordsMax is 0.5'],
  ])('refuses %s', (_, options: object, sentence) => {
    expect(() => toAsyncIterable((env) => env.fromSource(fromArray([1])), options)).toThrow(
      sentence,
    );
  });
});

async function* tornAfter(records: number): AsyncGenerator<number> {
  for (let n = 0; n < records; n++) yield await Promise.resolve(n);
  throw new Error('torn');
}

describe('asyncIterableSink', () => {
  const job = (sink: ReturnType<typeof asyncIterableSink<number>>) =>
    defineJob('numbers', (env) => {
      env.fromSource(fromSequence(1, 50), { uid: 'in' }).sinkTo(sink, { uid: 'out' });
    });

  it.each([1, 2, 3, 4, 5])('stands in a simulation, under seed %d', async (seed) => {
    const sink = asyncIterableSink<number>({ bufferRecordsMax: 3 });
    const loop = taken(sink);
    const { result } = await simulate(job(sink), { seed });
    expect(await loop).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(result.ended).toBe('finished');
  });

  it('N2: leaving the loop leaves the job waiting, for its owner to stop, and writes nothing', async () => {
    const sink = asyncIterableSink<number>({ bufferRecordsMax: 0 });
    const { result, metrics } = await simulate(job(sink), {
      during: ({ handle }) => {
        void taken(sink, 3).then(() => handle.stop());
      },
    });
    expect(result.ended).toBe('stopped');
    // The third, with which the loop was not done.
    expect(metrics.sinks['out']).toMatchObject({ written: 2, held: 0 });
    expect(result.unwritten.get('out')).toEqual({ records: 1, keys: [] });
  });

  it('FC-E09, O22: is cut off, and says so once, when its job fails', async () => {
    const sink = asyncIterableSink<number>();
    const failing = defineJob('failing', (env) => {
      env
        .fromSource(fromSequence(1, 5), { uid: 'in' })
        .map((n) => {
          if (n === 2) throw new Error('torn');
          return n;
        })
        .sinkTo(sink, { uid: 'out' });
    });
    const loop = taken(sink);
    const told = expect(loop).rejects.toMatchObject({ code: 'JOB_ENDED_EARLY', operator: 'out' });
    await expect(simulate(failing)).rejects.toThrow('torn');
    await told;
    expect(await taken(sink)).toEqual([]);
  });

  it('refuses a second job', async () => {
    const sink = asyncIterableSink<number>();
    const loop = taken(sink);
    await simulate(job(sink));
    await loop;
    await expect(simulate(job(sink))).rejects.toMatchObject({ code: 'SINK_IN_USE' });
  });
});
