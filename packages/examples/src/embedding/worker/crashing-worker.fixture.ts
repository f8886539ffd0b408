/**
 * Owns: the worker of the examples with a fault in a function of its user, for tests of exit codes.
 * Refuses: a handler for crashes, as the worker does.
 */
import process from 'node:process';
import { defineJob, forEachSink } from '@millrace/core';
import { surroundingsOf } from '../surroundings.js';
import { endlessViews } from './endless-views.js';
import { runWorker } from './run-worker.js';

function fail(): never {
  throw new Error('a fault of the user');
}

const FAULTS: Readonly<Record<string, () => void>> = {
  'in the job': fail,
  'beside the job': () => void setImmediate(fail),
  'a promise nobody owns': () => void Promise.resolve().then(fail),
};

const job = defineJob('crashing', (env) => {
  env
    .fromSource(endlessViews(), { uid: 'views' })
    .sinkTo(forEachSink(FAULTS[process.env['FAULT'] ?? '']!), { uid: 'out' });
});
process.exitCode = await runWorker(job, { drainMsMax: 100 }, surroundingsOf(process));
