/** The ways out into a `for await`: the loop sets the pace, and its end is the job's. */
import { setTimeout as sleep } from 'node:timers/promises';
import { collectSink, simulate } from '@millrace/testing';
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
    'FC-E05, FC-E07: a break after 3 of an endless source stops the job, and its iterator is returned once (buffer %d)',
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
});
