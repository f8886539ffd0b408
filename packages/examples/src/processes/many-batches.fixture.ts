/**
 * Owns: a job of very many batches, and what its heap and handles are on the way (FC-F09).
 */
import { defineJob, fromSequence, runJob } from '@millrace/core';
import { heapInUse, rowTable, tell } from './row-table.fixture.js';

const BATCHES = 100_000;
const LOOK_EACH = 20_000;

const looks: { readonly heap: number; readonly handles: number }[] = [];
let batches = 0;

const table = rowTable<number>({
  limits: { batchEntriesMax: 1, inFlightRequestsMax: 4 },
  write: () => {
    batches += 1;
    if (batches % LOOK_EACH !== 0) return;
    looks.push({ heap: heapInUse(), handles: process.getActiveResourcesInfo().length });
  },
});

async function main(): Promise<void> {
  const job = defineJob('batches', (env) => env.fromSource(fromSequence(1, BATCHES)).sinkTo(table));
  await (
    await runJob(job)
  ).done;
  tell({ batches, looks });
}

void main();
