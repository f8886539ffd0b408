/**
 * Owns: a source without end whose records are large enough to be seen in the heap, and how many of
 * them it has handed out.
 */
import { appendRecord, NO_TIMESTAMP, type Source } from '@millrace/core/connector';

export interface Payload {
  readonly id: number;
  readonly text: string;
}

export interface Reading {
  read: number;
}

export function endlessSource(reading: Reading): Source<Payload> {
  return {
    name: 'endless',
    boundedness: 'unbounded',
    createReader: () => ({
      open: () => undefined,
      poll: (run, recordsMax) => {
        for (let i = 0; i < recordsMax; i++)
          appendRecord(run, payload(reading.read++), NO_TIMESTAMP);
        return 'more-available';
      },
      close: () => undefined,
    }),
  };
}

function payload(id: number): Payload {
  return { id, text: `payload ${String(id)} `.repeat(8) };
}
