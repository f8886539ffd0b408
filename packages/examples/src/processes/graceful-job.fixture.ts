/**
 * Owns: an application with one job that closes with grace, as its word says: `drains`, `fails`,
 *   `crashes`, or `is stuck` (FC-G10).
 */
import { defineJob, runJob, type JobHandle } from '@millrace/core';
import { endlessSource } from '@millrace/testing';
import { closeWithGrace, SIGNALS } from '../embedding/close-with-grace.js';
import { rowTable, tell } from './row-table.fixture.js';

const word = process.argv[2];

let written = 0;
let requests = 0;

const table = rowTable<number>({
  write: (rows) => {
    if (requests++ === 0) onFirstRows();
    if (word === 'is stuck') return new Promise(() => undefined);
    written += rows.length;
    return undefined;
  },
});

const job = defineJob('graceful', (env) => {
  env
    .fromSource(
      endlessSource((n) => n),
      { uid: 'in' },
    )
    .map((n) => {
      if (word === 'fails' && n === 5_000) throw new Error('it fails');
      return n;
    })
    .sinkTo(table);
});

async function main(): Promise<void> {
  // The server of this application, which keeps its process alive.
  const server = setInterval(() => undefined, 1_000);
  const starting = runJob(job);
  const grace = closeWithGrace([starting], {
    signals: process,
    drainMsMax: 25_000,
    onSignal: (signal) => console.log(signal),
    endNow: (signal) => process.exit(128 + SIGNALS[signal]),
  });
  await ended(await starting);
  grace.letGo();
  clearInterval(server);
}

async function ended(handle: JobHandle): Promise<void> {
  const result = await handle.done;
  const read = handle.metrics().sources['in']?.['numRecordsOut'];
  tell({ ended: result.ended, read, written });
}

function onFirstRows(): void {
  console.log('running');
  if (word === 'crashes') setImmediate(crash);
}

function crash(): never {
  throw new Error('it crashes');
}

void main();
