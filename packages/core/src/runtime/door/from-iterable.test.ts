/** What can be iterated at once, as a source: drawn by credit, left properly. */
import { simulate, slowSink, stuckSink } from '@millrace/testing';
import { fromIterable, type JobHandle } from '../../index.js';
import { passed, running, through } from './door.fixture.js';

/** All integers; it counts what was drawn, and how often it was left. */
function integers() {
  const seen = { drawn: 0, left: 0 };
  function* all(): Generator<number> {
    try {
      for (;;) yield seen.drawn++;
    } finally {
      seen.left += 1;
    }
  }
  return { seen, all };
}

describe('FC-E05: all integers', () => {
  it('FC-E05: a sink that takes 3 has 3 drawn, and none beyond; at the stop finally runs', async () => {
    const { seen, all } = integers();
    const sink = stuckSink<number>({ bufferRecordsMax: 3 });
    await simulate(through(fromIterable(all), sink), {
      during: ({ handle, clock }) =>
        void clock.after(10, () => {
          expect(handle.metrics().sinks['out']).toMatchObject({ held: 3 });
          expect(seen).toEqual({ drawn: 3, left: 0 });
          void handle.stop();
        }),
    });
    expect(seen).toEqual({ drawn: 3, left: 1 });
  });

  it('FC-E05: whoever has enough when 3 are written stops the job: a few values beyond are drawn', async () => {
    const { seen, all } = integers();
    const taken: number[] = [];
    const sink = slowSink<number>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 1 });
    await simulate(through(fromIterable(all), sink), {
      during: ({ handle, clock }) =>
        void clock.after(3.5, () => {
          taken.push(...sink.written);
          void handle.stop();
        }),
    });
    expect(taken).toEqual([0, 1, 2]);
    expect(seen.drawn).toBeLessThanOrEqual(3 + 2);
    expect(seen.left).toBe(1);
  });

  it('FC-E05: stop() after 10 ms ends a job that would go on for ever, and finally runs', async () => {
    const { seen, all } = integers();
    let last = -1;
    const handle = await running(fromIterable(all), (n) => {
      last = n;
    });
    // Later where the machine is too busy to have read anything by then.
    const stop = (): void => {
      if (last > 0) void handle.stop();
      else setTimeout(stop, 10);
    };
    setTimeout(stop, 10);
    expect((await handle.done).ended).toBe('stopped');
    expect(last).toBeGreaterThan(0);
    expect(seen).toEqual({ drawn: last + 1, left: 1 });
  });
});

describe('an iterable', () => {
  it('is read to its end, by each run anew', async () => {
    for (const values of [new Set([1, 2, 3]), [1, 2, 3]]) {
      const source = fromIterable(values);
      for (const _ of ['once', 'twice']) {
        const { result, values: out } = await passed<number>(source);
        expect([result.ended, out]).toEqual(['finished', [1, 2, 3]]);
      }
    }
    const empty = fromIterable<number>([]);
    expect((await passed(empty)).values).toEqual([]);
  });

  it('O17: that was made already and can be read once, is read by one run alone', async () => {
    function* few(): Generator<number> {
      yield 1;
    }
    const generator = few();
    const source = fromIterable(generator);
    expect((await passed(source)).values).toEqual([1]);
    const refused = {
      code: 'SOURCE_READ_TWICE',
      operator: 'in',
      message: expect.stringContaining('fromIterable(() => ...)') as string,
    };
    await expect(passed(source)).rejects.toMatchObject(refused);
    await expect(passed(fromIterable(() => generator))).rejects.toMatchObject(refused);
    expect((await passed(fromIterable(few))).values).toEqual([1]);
  });

  it('O12: is not returned behind its end, or when it has thrown; what came before goes out', async () => {
    let returns = 0;
    const iterator = (last: () => IteratorResult<number>): Iterable<number> => ({
      [Symbol.iterator]: () => {
        let at = 0;
        return {
          next: () => (++at < 3 ? { done: false, value: at } : last()),
          return: () => {
            returns += 1;
            return { done: true, value: undefined };
          },
        };
      },
    });
    const ends = fromIterable(() => iterator(() => ({ done: true, value: undefined })));
    expect((await passed(ends)).values).toEqual([1, 2]);
    const throws = (): never => {
      throw new Error('the third is broken');
    };
    const sink = stuckSink<number>({ bufferRecordsMax: 9 });
    const handles: JobHandle[] = [];
    const run = simulate(
      through(
        fromIterable(() => iterator(throws)),
        sink,
      ),
      {
        during: ({ handle }) => void handles.push(handle),
      },
    );
    await expect(run).rejects.toThrow('in failed: the third is broken');
    expect(handles[0]!.unwritten().get('out')?.records).toBe(2);
    expect(returns).toBe(0);
  });

  it('without return() can be left, and one whose return() throws fails the job by its name', async () => {
    const bare = (extra: object): Iterable<number> =>
      ({
        [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }), ...extra }),
      }) as never;
    const stopped = (iterable: Iterable<number>) =>
      simulate(through(fromIterable(iterable), stuckSink({ bufferRecordsMax: 3 })), {
        during: ({ handle, clock }) =>
          void clock.after(1, () => void handle.stop().catch(() => undefined)),
      });
    expect((await stopped(bare({}))).result.ended).toBe('stopped');
    const throwing = {
      return: () => {
        throw new Error('cannot let go');
      },
    };
    await expect(stopped(bare(throwing))).rejects.toThrow('in failed: cannot let go');
  });

  it('that is asynchronous, or none, is refused with what to use', async () => {
    async function* later() {
      yield 1;
    }
    await expect(passed(fromIterable(later as never))).rejects.toMatchObject({
      code: 'DOOR_UNFIT',
      message: expect.stringContaining('use fromAsyncIterable') as string,
    });
    await expect(passed(fromIterable(undefined as never))).rejects.toMatchObject({
      code: 'DOOR_UNFIT',
    });
  });

  it('of a million values goes through, whatever the credit', async () => {
    function* million(): Generator<number> {
      for (let n = 1; n <= 1_000_000; n++) yield n;
    }
    let sum = 0;
    const handle = await running(fromIterable(million), (n) => {
      sum += n;
    });
    expect((await handle.done).ended).toBe('finished');
    expect(sum).toBe(500_000_500_000);
  });
});
