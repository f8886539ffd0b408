/**
 * Owns: a job whose writes are refused for good while nobody observes it (FC-F05).
 */
import { defineJob, fromSequence, runJob } from '@millrace/core';
import { rowTable, tell } from './row-table.fixture.js';

const uncaught: string[] = [];
process.on('uncaughtException', (error) => uncaught.push(error.message));
process.on('unhandledRejection', (reason) => uncaught.push(String(reason)));

const table = rowTable<number>({
  errors: 'fatal',
  limits: { batchEntriesMax: 1 },
  write: () => Promise.reject(new Error('io failed')),
});

async function main(): Promise<void> {
  const handle = await runJob(
    defineJob('refused', (env) => env.fromSource(fromSequence(1, 100)).sinkTo(table)),
  );
  const failure = await handle.done.catch((error: unknown) => String(error));
  // When nothing is left that could still be thrown.
  process.once('beforeExit', () => tell({ failure, status: handle.status, uncaught }));
}

void main();
