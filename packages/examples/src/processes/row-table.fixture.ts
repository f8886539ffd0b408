/**
 * Owns: a table behind one function, for the scripts of this folder.
 * Refuses: to keep what it is given.
 */
import type { Sink } from '@millrace/core';
import {
  asyncSink,
  asyncSinkLimits,
  fifoBuffer,
  type AsyncSinkLimits,
  type BatchReply,
  type Clock,
  type SinkErrorKind,
} from '@millrace/core/connector';

export interface RowTableParts<T> {
  readonly limits?: Partial<AsyncSinkLimits>;
  /** What its rejections are. Default: throttling. */
  readonly errors?: SinkErrorKind;
  readonly write: (rows: readonly T[], clock: Clock) => Promise<void> | void;
}

interface Row<T> {
  readonly value: T;
}

export function rowTable<T>({ limits, errors = 'throttled', write }: RowTableParts<T>): Sink<T> {
  return asyncSink<T, Row<T>>({
    name: 'table',
    limits: asyncSinkLimits(limits),
    connect: ({ clock }) => ({
      buffer: fifoBuffer<Row<T>>({ keyOf: () => 'row' }),
      toEntry: (value) => ({ value }),
      describe: () => 'row',
      connection: {
        open: () => Promise.resolve(),
        send: async (batch): Promise<BatchReply<Row<T>>> => {
          await write(
            batch.map(({ value }) => value),
            clock,
          );
          return { unprocessed: [] };
        },
        classify: (error) => ({ kind: errors, reason: String(error) }),
        close: () => undefined,
      },
    }),
  });
}

/** So much time by a clock. */
export const pause = (clock: Clock, delayMs: number): Promise<void> =>
  new Promise((resolve) => void clock.after(delayMs, resolve));

/** The heap in use after a collection; the process runs with `--expose-gc`. */
export function heapInUse(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('run this with --expose-gc');
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

export function tell(what: object): void {
  console.log(JSON.stringify(what));
}
