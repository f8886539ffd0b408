/**
 * Owns: a sink that adds up the rows of the job and keeps none.
 * Refuses: to limit anything: how a sink that is slow stops the source is for other tests.
 */
import type { Sink, SinkWriter } from '@millrace/core/connector';
import { delayRow, type DayOfDelays } from '@millrace/examples/flight-delays';
import type { RowAdder } from './row-sums.js';

export function addingSink(adder: RowAdder): Sink<DayOfDelays> {
  return { name: 'adding', createWriter: () => addingWriter(adder) };
}

function addingWriter(adder: RowAdder): SinkWriter<DayOfDelays> {
  return {
    open: () => undefined,
    credit: () => Number.MAX_SAFE_INTEGER,
    write: ({ values, length }) => {
      for (let i = 0; i < length; i++) adder.add(delayRow(values[i]!));
    },
    finish: () => undefined,
    finished: () => true,
    flush: () => undefined,
    settled: () => true,
    close: () => Promise.resolve({ records: 0, keys: [] }),
    metrics: () => ({ rows: adder.sums().rows }),
  };
}
