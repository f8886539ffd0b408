/** Owns: what a job makes of async iterators that break the rules of iterators, and of what is none. */
import { simulate, stuckSink } from '@millrace/testing';
import { fromAsyncIterable, type JobHandle } from '../../index.js';
import { bareReader, passed, through } from './door.fixture.js';
import { byHand, never, stoppedAt, untreated } from './iterator-by-hand.fixture.js';

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
