/**
 * Owns: the rounds of the chain bench: which case runs when.
 * Refuses: to measure, each case does so in a process of its own; and to compare, see the report.
 *
 * Rounds go over all cases in turn, each in a new process, one at a time. So whatever the machine
 * does in these minutes (heat, neighbours) meets all libraries alike, and the median of a case is
 * taken over processes, whose compilers decide differently, and not over the runs of one.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CaseName, CaseSample } from './chain-case.js';
import { ROUND } from './chain-cases.js';
import { type ChainReport, type Measured, reportOf } from './chain-report.js';

/** The slowest case takes some seconds; a job that stands still must not keep the bench for ever. */
const CASE_MS_MAX = 180_000;

const run = promisify(execFile);
const caseProcess = fileURLToPath(new URL('./case-process.js', import.meta.url));

export async function chainBench(
  rounds: number,
  progress: (line: string) => void,
): Promise<ChainReport> {
  const measured: Measured = { numbers: {}, keyed: {} };
  for (let round = 1; round <= rounds; round++) {
    for (const name of ROUND) {
      progress(`round ${String(round)} of ${String(rounds)}: ${name.workload} ${labelOf(name)}`);
      (measured[name.workload][labelOf(name)] ??= []).push(await sampleOf(name));
    }
  }
  progress('');
  return reportOf(measured, rounds);
}

async function sampleOf({ workload, library, mode }: CaseName): Promise<CaseSample> {
  const args = [caseProcess, workload, library, mode];
  const { stdout } = await run(process.execPath, args, { timeout: CASE_MS_MAX });
  return JSON.parse(stdout) as CaseSample;
}

function labelOf({ library, mode }: CaseName): string {
  return mode === 'warm' ? `${library}-warm` : library;
}
