/**
 * Owns: a sink that accepts so many records and never answers again, as a table does that has gone.
 */
import type { Sink, SinkWriter } from '@millrace/core/connector';

export function silentSink<T>(acceptsRecords: number, held: T[]): Sink<T> {
  return { name: 'silent', createWriter: () => silentWriter(acceptsRecords, held) };
}

function silentWriter<T>(acceptsRecords: number, held: T[]): SinkWriter<T> {
  return {
    open: () => undefined,
    credit: () => acceptsRecords - held.length,
    write: ({ values, length }) => {
      for (let i = 0; i < length; i++) held.push(values[i]!);
    },
    finish: () => undefined,
    finished: () => false,
    flush: () => undefined,
    settled: () => held.length === 0,
    close: () => Promise.resolve({ records: held.length, keys: [] }),
    metrics: () => ({ held: held.length }),
  };
}
