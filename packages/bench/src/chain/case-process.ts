/**
 * Owns: one case in a process of its own: `node case-process.js <workload> <library> <mode>` prints
 * a `CaseSample` as JSON, on one line. It can be run by hand.
 * Refuses: to compare; `chain-bench.ts` does.
 *
 * What is fair: every library gets the same. In warm mode the eight unlike jobs come first. Then the
 * job runs once, whole, so that the compiler has seen it, and once more after a garbage collection;
 * the second counts. Both runs must give the right checksum.
 */
import { collectGarbage } from '../collect-garbage.js';
import type { CaseSample, ChainCase, Workload, WorkloadName } from './chain-case.js';
import { CASES, WORKLOADS } from './chain-cases.js';
import { UNLIKE_JOBS } from './unlike-jobs.js';

const [workloadName, library, mode] = process.argv.slice(2) as [WorkloadName, string, string];
const load = CASES[workloadName][library];
if (load === undefined) throw new Error(`There is no case ${workloadName} ${library}.`);
const chainCase = await load();
const workload = await WORKLOADS[workloadName]();
if (mode === 'warm') await runUnlikeJobs(chainCase);
await timedRun(chainCase, workload);
collectGarbage();
process.stdout.write(`${JSON.stringify(await timedRun(chainCase, workload))}\n`);

async function runUnlikeJobs({ runUnlike }: ChainCase): Promise<void> {
  if (runUnlike === undefined) throw new Error(`${library} has no warm mode.`);
  for (const job of UNLIKE_JOBS) await runUnlike(job);
}

async function timedRun({ run }: ChainCase, { records, checksum }: Workload): Promise<CaseSample> {
  const cpuAtStart = process.cpuUsage();
  const startedAt = performance.now();
  const result = await run();
  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuAtStart);
  if (result !== checksum()) {
    throw new Error(
      `${workloadName} ${library} gives ${String(result)}, not ${String(checksum())}.`,
    );
  }
  return {
    perSecond: Math.round((records / elapsedMs) * 1000),
    perCpuSecond: Math.round((records / (cpu.user + cpu.system)) * 1e6),
  };
}
