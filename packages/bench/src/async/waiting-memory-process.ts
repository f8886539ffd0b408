/**
 * Owns: the heap of a job whose source has a million records more than may be called for, in a process of
 * its own: `node waiting-memory-process.js` prints a `WaitingMemory` as JSON, on one line.
 */
import { setImmediate } from 'node:timers/promises';
import { defineJob, forEachSink, fromSequence, runJob } from '@millrace/core';
import { heapUsedMb } from '../collect-garbage.js';
import { CAPACITY, type WaitingMemory } from './async-case.js';

const RECORDS = 1_000_000;
/** A collection of everything takes milliseconds, so it is not made for each of a million records. */
const RECORDS_PER_SAMPLE = 50_000;

process.stdout.write(`${JSON.stringify(await measured())}\n`);

async function measured(): Promise<WaitingMemory> {
  const samplesMb: number[] = [];
  const job = defineJob('waiting', (env) => {
    env
      .fromSource(fromSequence(0, RECORDS - 1), { uid: 'numbers' })
      .asyncMap(
        async (n) => {
          // A turn of the event loop each, so that as many wait as may.
          await setImmediate();
          return { n };
        },
        { uid: 'calls', capacity: CAPACITY },
      )
      .sinkTo(
        forEachSink(({ n }) => {
          if (n % RECORDS_PER_SAMPLE === RECORDS / 1_000) samplesMb.push(heapUsedMb());
        }),
        { uid: 'nothing' },
      );
  });
  const handle = await runJob(job);
  await handle.done;
  return { records: RECORDS, firstMb: samplesMb[0]!, maxMb: Math.max(...samplesMb) };
}
