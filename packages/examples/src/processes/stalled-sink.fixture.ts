/**
 * Owns: a source that has ten thousand records of 2 KB for every second, and a sink that stands still
 *   for a minute (FC-G08).
 */
import { defineJob, type Source } from '@millrace/core';
import { endlessSource, simulate } from '@millrace/testing';
import { pause, rowTable, tell } from './row-table.fixture.js';

const MINUTE = 60_000;
const RECORDS = 700_000;

// One text each, so that a record that is kept keeps its 2 KB.
const source: Source<string> = endlessSource((n) => String(n).padStart(8) + 'x'.repeat(2_040));

let written = 0;
let bytes = 0;
const readAt: number[] = [];
let stop = (): void => undefined;

const table = rowTable<string>({
  limits: { bufferRecordsMax: 2_500, requestMsMax: 2 * MINUTE },
  write: async (rows, clock) => {
    if (clock.now() < MINUTE) await pause(clock, MINUTE - clock.now());
    written += rows.length;
    for (const row of rows) bytes += Buffer.from(row).length;
    if (written >= RECORDS) stop();
  },
});

async function main(): Promise<void> {
  const job = defineJob('stalls', (env) => {
    env.fromSource(source, { uid: 'in' }).sinkTo(table, { uid: 'table' });
  });
  const { result } = await simulate(job, {
    during: ({ handle, clock }) => {
      const read = (): number => handle.metrics().sources['in']!['numRecordsOut']!;
      for (const at of [1_000, 30_000, 59_000]) clock.after(at, () => readAt.push(read()));
      stop = () => void handle.stop({ drain: true });
    },
  });
  tell({ ended: result.ended, readAt, written, bytes });
}

void main();
