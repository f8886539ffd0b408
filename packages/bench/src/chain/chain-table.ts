/**
 * Owns: the chain bench's report as a table for people, with what is to be reached beside it.
 */
import type { WorkloadName } from './chain-case.js';
import type { ChainReport } from './chain-report.js';

const TARGETS: Readonly<Record<WorkloadName, Readonly<Record<string, number>>>> = {
  numbers: { rxjs: 5, 'node-streams': 10, effect: 1.0, 'effect-warm': 1.2 },
  keyed: { 'rxjs-groupby': 2, 'rxjs-map': 1.2 },
};

export function chainTable(report: ChainReport): string {
  const lines = (Object.keys(TARGETS) as WorkloadName[]).flatMap((name) => [
    line([name, 'M/s', 'ours over it', 'by cpu time', 'target', '']),
    ...Object.keys(report.throughput[name]).map((label) => line(cells(report, name, label))),
    '',
  ]);
  return `${lines.join('\n')}Medians of ${String(report.rounds)}, Node.js ${report.node}.\n`;
}

function cells(report: ChainReport, name: WorkloadName, label: string): readonly string[] {
  const ratio = report.ratios[name][label];
  const target = TARGETS[name][label];
  return [
    label,
    (report.throughput[name][label]! / 1e6).toFixed(1),
    label === 'millrace-warm' ? `${text(report.warmOverFresh[name])} of fresh` : text(ratio),
    text(report.cpuRatios[name][label]),
    text(target),
    verdict(ratio, target),
  ];
}

function verdict(ratio: number | undefined, target: number | undefined): string {
  if (ratio === undefined || target === undefined) return '';
  return ratio >= target ? 'reached' : 'short';
}

function text(figure: number | undefined): string {
  return figure === undefined ? '' : figure.toFixed(2);
}

function line([name, ...figures]: readonly string[]): string {
  return `${(name ?? '').padEnd(16)}${figures.map((figure) => figure.padStart(14)).join('')}`.trimEnd();
}
