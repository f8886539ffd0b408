/**
 * Owns: one case in a process of its own: `node async-process.js <library> <records>` prints an
 * `AsyncSample` as JSON, on one line. It can be run by hand.
 * Refuses: a run that did not answer every record.
 *
 * Runs are repeated for a second, which is what the compiler needs, and then for a second that counts. What
 * counts of a run is the processor time from its first call to its end: a job runs for longer than it takes
 * to begin.
 */
import { defineJob, forEachSink, fromSequence, runJob } from '@millrace/core';
import { lastValueFrom, mergeMap, range, reduce } from 'rxjs';
import { collectGarbage } from '../collect-garbage.js';
import { CAPACITY, type AsyncSample, type Library } from './async-case.js';

const SAMPLE_MS = 1_000;

const SUMS: Readonly<Record<Library, (records: number) => Promise<number>>> = {
  millrace: sumOfMillrace,
  rxjs: (records) => sumOfRxjs(records, 1),
  'rxjs-1000': (records) => sumOfRxjs(records, CAPACITY),
};

const [library, number] = process.argv.slice(2) as [Library, string];
const records = Number(number);
let cpuAtFirstCall = process.cpuUsage();
await sample();
collectGarbage();
process.stdout.write(`${JSON.stringify(await sample())}\n`);

async function answered(n: number): Promise<number> {
  if (n === 0) cpuAtFirstCall = process.cpuUsage();
  return n;
}

async function sample(): Promise<AsyncSample> {
  const endsAt = performance.now() + SAMPLE_MS;
  let [runs, cpuMicros] = [0, 0];
  for (; runs === 0 || performance.now() < endsAt; runs++) cpuMicros += await cpuMicrosOfRun();
  return { cpuNsPerRecord: (cpuMicros * 1e3) / (runs * records) };
}

async function cpuMicrosOfRun(): Promise<number> {
  const sum = await SUMS[library](records);
  const { user, system } = process.cpuUsage(cpuAtFirstCall);
  const expected = (records * (records - 1)) / 2;
  if (sum !== expected) {
    throw new Error(`${library} gives ${String(sum)}, not ${String(expected)}.`);
  }
  return user + system;
}

async function sumOfMillrace(numbers: number): Promise<number> {
  let sum = 0;
  const job = defineJob('answered', (env) => {
    env
      .fromSource(fromSequence(0, numbers - 1), { uid: 'numbers' })
      .asyncMap(answered, { uid: 'calls', capacity: CAPACITY })
      .sinkTo(
        forEachSink((n) => {
          sum += n;
        }),
        { uid: 'sum' },
      );
  });
  const handle = await runJob(job);
  await handle.done;
  return sum;
}

function sumOfRxjs(numbers: number, concurrent: number): Promise<number> {
  const answers = range(0, numbers).pipe(
    mergeMap(answered, concurrent),
    reduce((sum, n) => sum + n, 0),
  );
  return lastValueFrom(answers);
}
