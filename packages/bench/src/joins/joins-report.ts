/**
 * Owns: what the joins bench says, beside its targets.
 */
import { median } from '../median.js';
import { recordBy } from '../record-by.js';
import { LIBRARIES, type JoinsSample, type Library } from './joins-case.js';

/** What the project has set itself. */
export const TARGETS = { overRxjsMin: 5 } as const;

export interface JoinsReport {
  readonly rounds: number;
  /** Medians of processor time for each record of either stream. */
  readonly nsPerRecord: Readonly<Record<Library, number>>;
  /** How many times as fast as RxJS. */
  readonly overRxjs: number;
  /** What was alive when the last records came, with a tenth of them. */
  readonly heapMb: Readonly<Record<Library, number>>;
  readonly pairs: Readonly<Record<Library, number>>;
  readonly rows: 'the-same' | 'unlike';
  readonly targets: typeof TARGETS;
}

export type JoinsSamples = Readonly<Record<Library, readonly JoinsSample[]>>;

export function reportOf(samples: JoinsSamples, rounds: number): JoinsReport {
  const nsPerRecord = recordBy(LIBRARIES, (each) =>
    median(samples[each].map((one) => one.cpuNsPerRecord)),
  );
  const all = LIBRARIES.flatMap((each) => samples[each]);
  const told = new Set(all.map(({ pairs, checksum }) => `${String(pairs)} ${String(checksum)}`));
  return {
    rounds,
    nsPerRecord,
    overRxjs: nsPerRecord.rxjs / nsPerRecord.millrace,
    heapMb: recordBy(LIBRARIES, (each) => median(samples[each].map(({ heapMb }) => heapMb))),
    pairs: recordBy(LIBRARIES, (each) => samples[each][0]!.pairs),
    rows: told.size === 1 ? 'the-same' : 'unlike',
    targets: TARGETS,
  };
}

export function joinsTable(report: JoinsReport): string {
  const { nsPerRecord, heapMb, pairs, overRxjs, targets } = report;
  const lines = [
    row('', 'ns a record', 'MB alive', 'pairs'),
    ...LIBRARIES.map((each) =>
      row(each, nsPerRecord[each].toFixed(0), heapMb[each].toFixed(1), String(pairs[each])),
    ),
    `over rxjs  ${overRxjs.toFixed(1)}x (at least ${String(targets.overRxjsMin)}x)`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Rows that differ are a mistake and no matter of speed. */
export function missedBy({ rows, pairs }: JoinsReport): string | undefined {
  if (rows === 'the-same') return undefined;
  return `The libraries give unlike rows: ${String(pairs.millrace)} and ${String(pairs.rxjs)} pairs.`;
}

function row(name: string, ...figures: readonly string[]): string {
  return `${name.padEnd(11)}${figures.map((figure) => figure.padStart(12)).join('')}`.trimEnd();
}
