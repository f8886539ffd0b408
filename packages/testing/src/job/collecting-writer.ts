/**
 * Owns: the writer of a sink that keeps what it gets, in place of one that would write it.
 * Refuses: to limit anything.
 */
import type { Run, SinkWriter } from '@millrace/core/connector';
import type { CollectSink } from '../collect-sink.js';

export function collectingWriter({ each }: CollectSink<unknown>): SinkWriter<unknown> {
  let input: 'open' | 'finished' = 'open';
  return {
    open: () => undefined,
    credit: () => Number.POSITIVE_INFINITY,
    write: (run: Run<unknown>) => {
      for (let at = 0; at < run.length; at++) each(run.values[at], run.timestamps[at]!);
    },
    flush: () => undefined,
    settled: () => true,
    finish: () => {
      input = 'finished';
    },
    finished: () => input === 'finished',
    close: () => Promise.resolve({ records: 0, keys: [] }),
    metrics: () => ({}),
  };
}
