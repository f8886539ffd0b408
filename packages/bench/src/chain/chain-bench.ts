/**
 * Owns: the rounds of the chain bench, their medians, and our throughput over each peer's.
 * Refuses: to measure; each case does so in a process of its own.
 *
 * Rounds go over all cases in turn, each in a new process, one at a time. So whatever the machine
 * does in these minutes (heat, neighbours) meets all libraries alike, and the median of a case is
 * taken over processes, whose compilers decide differently, and not over the runs of one.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CaseName, ROUND, type WorkloadName } from './chain-case.js';

export type Figures = Readonly<Record<string, number>>;
export type PerWorkload = Readonly<Record<WorkloadName, Figures>>;

export interface ChainReport {
  /** Our throughput over the peer's; a name that ends in -warm compares warm with warm. */
  readonly ratios: PerWorkload;
  /** Our throughput after eight unlike jobs over our throughput in a fresh process. */
  readonly warmOverFresh: Figures;
  /** Medians, in records per second. */
  readonly throughput: PerWorkload;
  readonly rounds: number;
  readonly node: string;
}

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
      (measured[name.workload][labelOf(name)] ??= []).push(await throughputOf(name));
    }
  }
  return reportOf(measured, rounds);
}

/** Throughputs by workload and label, one of each round. */
export type Measured = Record<WorkloadName, Record<string, number[]>>;

export function reportOf(measured: Measured, rounds: number): ChainReport {
  const throughput = { numbers: medians(measured.numbers), keyed: medians(measured.keyed) };
  return {
    ratios: { numbers: ratios(throughput.numbers), keyed: ratios(throughput.keyed) },
    warmOverFresh: {
      numbers: warmOverFresh(throughput.numbers),
      keyed: warmOverFresh(throughput.keyed),
    },
    throughput,
    rounds,
    node: process.version,
  };
}

async function throughputOf({ workload, library, mode }: CaseName): Promise<number> {
  const { stdout } = await run(process.execPath, [caseProcess, workload, library, mode]);
  return Number(stdout);
}

function labelOf({ library, mode }: CaseName): string {
  return mode === 'warm' ? `${library}-warm` : library;
}

function medians(measured: Readonly<Record<string, readonly number[]>>): Figures {
  return Object.fromEntries(Object.entries(measured).map(([label, runs]) => [label, median(runs)]));
}

function median(runs: readonly number[]): number {
  return runs.toSorted((a, b) => a - b)[Math.floor((runs.length - 1) / 2)]!;
}

function ratios(throughput: Figures): Figures {
  const peers = Object.entries(throughput).filter(([label]) => !isOurs(label));
  return Object.fromEntries(
    peers.map(([label, theirs]) => [label, rounded(throughput[oursFor(label)]! / theirs)]),
  );
}

function isOurs(label: string): boolean {
  return label === 'millrace' || label === 'millrace-warm';
}

function oursFor(label: string): string {
  return label.endsWith('-warm') ? 'millrace-warm' : 'millrace';
}

function warmOverFresh(throughput: Figures): number {
  return rounded(throughput['millrace-warm']! / throughput['millrace']!);
}

function rounded(ratio: number): number {
  return Number(ratio.toPrecision(3));
}
