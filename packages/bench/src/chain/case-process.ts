/**
 * Owns: one case in a process of its own: `node case-process.js <workload> <library> <mode>` prints
 * its throughput, in records per second, as one line. It can be run by hand.
 * Refuses: to compare; `chain-bench.ts` does.
 *
 * What is fair: every library gets the same. In warm mode the eight unlike jobs come first. Then the
 * job runs once, whole, so that the compiler has seen it, and once more after a garbage collection;
 * the second counts. Both runs must give the right checksum.
 */
import { collectGarbage } from '../collect-garbage.js';
import {
  CASES,
  type ChainCase,
  type Workload,
  WORKLOADS,
  type WorkloadName,
} from './chain-case.js';
import { UNLIKE_JOBS } from './unlike-jobs.js';

const [workloadName, library, mode] = process.argv.slice(2) as [WorkloadName, string, string];
const load = CASES[workloadName][library];
if (load === undefined) throw new Error(`There is no case ${workloadName} ${library}.`);
const chainCase = await load();
const workload = await WORKLOADS[workloadName]();
if (mode === 'warm') await runUnlikeJobs(chainCase);
await timedRun(chainCase, workload);
collectGarbage();
const seconds = await timedRun(chainCase, workload);
process.stdout.write(`${String(Math.round(workload.records / seconds))}\n`);

async function runUnlikeJobs({ runUnlike }: ChainCase): Promise<void> {
  if (runUnlike === undefined) throw new Error(`${library} has no warm mode.`);
  for (const job of UNLIKE_JOBS) await runUnlike(job);
}

async function timedRun({ run }: ChainCase, { checksum }: Workload): Promise<number> {
  const startedAt = performance.now();
  const result = await run();
  const elapsedMs = performance.now() - startedAt;
  if (result !== checksum()) {
    throw new Error(
      `${workloadName} ${library} gives ${String(result)} for ${String(checksum())}.`,
    );
  }
  return elapsedMs / 1000;
}
