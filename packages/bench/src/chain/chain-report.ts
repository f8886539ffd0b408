/**
 * Owns: what is made of the samples: medians, and our throughput over each peer's.
 * Refuses: to judge; the table has the targets.
 */
import { median } from '../median.js';
import type { CaseSample, WorkloadName } from './chain-case.js';

/** Figures by the label of a library: its name, with `-warm` behind it in warm mode. */
export type Figures = Readonly<Record<string, number>>;
export type PerWorkload = Readonly<Record<WorkloadName, Figures>>;

/** Samples by workload and label, one of each round. */
export type Measured = Record<WorkloadName, Record<string, CaseSample[]>>;

export interface ChainReport {
  /** Our throughput over the peer's; a label that ends in -warm compares warm with warm. */
  readonly ratios: PerWorkload;
  /** The same by processor time: steadier where neighbours take the processors away. */
  readonly cpuRatios: PerWorkload;
  /** Our throughput after eight unlike jobs over our throughput in a fresh process. */
  readonly warmOverFresh: Figures;
  /** Medians, in records per second. */
  readonly throughput: PerWorkload;
  /** Medians, in records per second of processor time. */
  readonly cpuThroughput: PerWorkload;
  readonly rounds: number;
  readonly node: string;
}

export function reportOf(measured: Measured, rounds: number): ChainReport {
  const throughput = perWorkload((name) => medians(measured[name], 'perSecond'));
  const cpuThroughput = perWorkload((name) => medians(measured[name], 'perCpuSecond'));
  return {
    ratios: perWorkload((name) => ratios(throughput[name])),
    cpuRatios: perWorkload((name) => ratios(cpuThroughput[name])),
    warmOverFresh: {
      numbers: warmOverFresh(throughput.numbers),
      keyed: warmOverFresh(throughput.keyed),
    },
    throughput,
    cpuThroughput,
    rounds,
    node: process.version,
  };
}

function perWorkload(figuresOf: (name: WorkloadName) => Figures): PerWorkload {
  return { numbers: figuresOf('numbers'), keyed: figuresOf('keyed') };
}

function medians(samples: Measured[WorkloadName], unit: keyof CaseSample): Figures {
  return mapFigures(samples, (runs) => median(runs.map((run) => run[unit])));
}

function ratios(throughput: Figures): Figures {
  const peers = Object.entries(throughput).filter(([label]) => !label.startsWith('millrace'));
  return Object.fromEntries(
    peers.map(([label, theirs]) => [label, rounded(throughput[oursFor(label)]! / theirs)]),
  );
}

function oursFor(label: string): string {
  return label.endsWith('-warm') ? 'millrace-warm' : 'millrace';
}

function warmOverFresh(throughput: Figures): number {
  return rounded(throughput['millrace-warm']! / throughput['millrace']!);
}

function mapFigures<T>(record: Readonly<Record<string, T>>, figure: (value: T) => number): Figures {
  return Object.fromEntries(Object.entries(record).map(([label, value]) => [label, figure(value)]));
}

function rounded(ratio: number): number {
  return Number(ratio.toPrecision(3));
}
