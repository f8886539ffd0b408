/**
 * Owns: what tests of the ways out share: jobs into a stream, and waiting until all is said.
 * Refuses: to wait for so many milliseconds; turns of the event loop are counted.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  defineJob,
  fromAsyncIterable,
  fromSequence,
  runJob,
  toWritable,
  type JobHandle,
  type Sink,
  type ToWritableOptions,
  type WritableLike,
} from '../index.js';

/** A sink into this stream, for one run. */
export const into = (stream: WritableLike<number>, options?: ToWritableOptions): Sink<number> =>
  toWritable<number>(() => stream, options);

/** A job of the integers from 1 on. */
export const run = (sink: Sink<number>, last = 10) =>
  runJob(
    defineJob('out', (env) => {
      env.fromSource(fromSequence(1, last), { uid: 'in' }).sinkTo(sink, { uid: 'out' });
    }),
  );

/** A source that never ends, and how often it was asked. */
export async function runEndless(sink: Sink<number>) {
  const seen = { drawn: 0 };
  async function* numbers(): AsyncGenerator<number> {
    for (;;) yield await Promise.resolve(seen.drawn++);
  }
  const source = fromAsyncIterable(numbers, { readAheadRecordsMax: 1 });
  const job = defineJob('endless', (env) => {
    env.fromSource(source, { uid: 'in' }).sinkTo(sink, { uid: 'out' });
  });
  return { seen, handle: await runJob(job) };
}

/** Until what the world and the job have to say to each other is said. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

/** How a job ended, or with what it failed. */
export const outcome = ({ done }: JobHandle): Promise<unknown> =>
  done.then(
    ({ ended }) => ended,
    (cause: unknown) => cause,
  );
