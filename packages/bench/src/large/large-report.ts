/**
 * Owns: what is made of the runs over one large file: figures, a verdict, a table.
 * Refuses: to run anything.
 */
import type { Memory } from './memory-samples.js';
import type { RowSums } from './row-sums.js';

export const SINK_NAMES = ['adding', 'dynamoDb'] as const;
export type SinkName = (typeof SINK_NAMES)[number];

/** What the job left in one run. */
export interface LargeRun {
  readonly records: number;
  /** Without the samples of memory. */
  readonly seconds: number;
  /** Of the processor, with the samples: what can be compared where the machine is busy. */
  readonly cpuSeconds: number;
  readonly sums: RowSums;
  readonly memory: Memory;
}

export interface LargeInput {
  readonly bytes: number;
  readonly oldSpaceMb: number;
  /** By a plain loop over the file. */
  readonly expected: RowSums;
}

export interface SinkFigures extends Memory {
  readonly rows: number;
  /** Whether flights and checksum of all rows are those of the plain loop. */
  readonly sumsEqual: boolean;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytesPerSecond: number;
  readonly recordsPerSecond: number;
}

/** The figures of the sink that only adds, and those of the DynamoDB sink beside them. */
export interface LargeReport extends SinkFigures {
  readonly megabytes: number;
  readonly records: number;
  readonly expectedRows: number;
  readonly oldSpaceMb: number;
  readonly dynamoDb: SinkFigures;
}

export function reportOf(
  { bytes, oldSpaceMb, expected }: LargeInput,
  runs: Readonly<Record<SinkName, LargeRun>>,
): LargeReport {
  const megabytes = bytes / 1e6;
  return {
    megabytes: rounded(megabytes, 1),
    records: runs.adding.records,
    expectedRows: expected.rows,
    oldSpaceMb,
    ...figuresOf(runs.adding, expected, megabytes),
    dynamoDb: figuresOf(runs.dynamoDb, expected, megabytes),
  };
}

function figuresOf(run: LargeRun, expected: RowSums, megabytes: number): SinkFigures {
  const { records, seconds, cpuSeconds, sums, memory } = run;
  return {
    rows: sums.rows,
    sumsEqual: sums.flights === expected.flights && sums.checksum === expected.checksum,
    seconds: rounded(seconds, 2),
    cpuSeconds: rounded(cpuSeconds, 2),
    megabytesPerSecond: rounded(megabytes / seconds, 1),
    recordsPerSecond: Math.round(records / seconds),
    ...memory,
  };
}

/** A sentence about the first sink whose rows are not those of the plain loop; or undefined. */
export function differenceIn(report: LargeReport): string | undefined {
  const { expectedRows } = report;
  for (const [name, { rows, sumsEqual }] of Object.entries(bySink(report))) {
    if (rows !== expectedRows)
      return `The ${name} sink got ${rows} rows; by a plain loop it is ${expectedRows}.`;
    if (!sumsEqual) return `The ${name} sink got rows that differ from those of a plain loop.`;
  }
  return undefined;
}

export function largeTable(report: LargeReport): string {
  const { megabytes, records, expectedRows, oldSpaceMb } = report;
  const head = `${megabytes} MB, ${records} records, ${expectedRows} rows; old space ${oldSpaceMb} MB.`;
  const titles = ['', 's', 'cpu s', 'MB/s', 'records/s', 'heap MB', 'max', 'rss MB'];
  const lines = Object.entries(bySink(report)).map(([name, figures]) => [name, ...cells(figures)]);
  return `${head}\n${[titles, ...lines].map(inColumns).join('')}`;
}

function bySink(report: LargeReport): Readonly<Record<SinkName, SinkFigures>> {
  return { adding: report, dynamoDb: report.dynamoDb };
}

function cells(figures: SinkFigures): readonly string[] {
  const { seconds, cpuSeconds, megabytesPerSecond, recordsPerSecond, rssMaxMb } = figures;
  const { median, max } = figures.heapUsedMb;
  return [seconds, cpuSeconds, megabytesPerSecond, recordsPerSecond, median, max, rssMaxMb].map(
    String,
  );
}

function inColumns([name, ...figures]: readonly string[]): string {
  return `${name!.padEnd(10)}${figures.map((figure) => figure.padStart(11)).join('')}\n`;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
