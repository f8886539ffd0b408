/**
 * Owns: two million lines at hand, and steps of 10 ms of which four run at a time (FC-E01).
 */
import { defineJob, fromSequence, type JobHandle } from '@millrace/core';
import { simulate } from '@millrace/testing';
import { pause, rowTable, tell } from './row-table.fixture.js';

const LINES = 2_000_000;

const LIMITS = { channelRecords: 512, runRecordsMax: 128 };
const SINK_LIMITS = {
  bufferRecordsMax: 1_000,
  batchEntriesMax: 100,
  inFlightRequestsMax: 4,
};

let running = 0;
let runningMax = 0;
let finished = 0;
let leadMax = 0;
let read = (): number => 0;

const table = rowTable<string>({
  limits: SINK_LIMITS,
  write: async (lines, clock) => {
    runningMax = Math.max(runningMax, ++running);
    leadMax = Math.max(leadMax, read() - finished);
    await pause(clock, 10);
    running -= 1;
    finished += lines.length;
  },
});

async function main(): Promise<void> {
  const job = defineJob('lines', (env) => {
    env
      .fromSource(fromSequence(1, LINES), { uid: 'in' })
      .map((n) => `line ${String(n)} of a file, of some length`)
      .sinkTo(table);
  });
  const readBy = (handle: JobHandle): number => handle.metrics().sources['in']!['numRecordsOut']!;
  const { result } = await simulate(job, {
    limits: LIMITS,
    traceLinesMax: 0,
    during: ({ handle }) => (read = () => readBy(handle)),
  });
  tell({ ended: result.ended, finished, leadMax, runningMax });
}

void main();
