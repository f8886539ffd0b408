/**
 * Owns: an iterator that is written by hand and counts how it is treated, and what a run needs to treat it badly.
 * Refuses: to judge how it was treated.
 */
import { simulate, stuckSink, VirtualClock } from '@millrace/testing';
import { asyncSink, asyncSinkLimits, fifoBuffer } from '../../connector.js';
import { fromAsyncIterable, type JobHandle, type Sink } from '../../index.js';
import { through } from './door.fixture.js';

/** How an iterator was treated. */
export interface Treated {
  drawn: number;
  pending: number;
  pendingMax: number;
  returned: number;
}

export const untreated = (): Treated => ({ drawn: 0, pending: 0, pendingMax: 0, returned: 0 });

interface IteratorParts {
  /** What next() answers for the value `n`; by default, at once. */
  readonly next?: (n: number) => unknown;
  readonly return?: () => unknown;
}

/** An iterator written by hand, over all integers. */
export function byHand(treated: Treated, parts: IteratorParts = {}): AsyncIterable<number> {
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

export const never = (): Promise<never> => new Promise(() => undefined);

/** A sink that takes so long to open, and then all that it is given. */
export function openingFor<T>(ms: number): Sink<T> {
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

/** Runs for 10 ms into a sink that is stuck with 3, and stops there, with what is to be seen then. */
export async function stoppedAt(
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
