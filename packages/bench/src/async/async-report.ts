/**
 * Owns: what the async bench says, beside its targets.
 */
import { median } from '../median.js';
import { recordBy } from '../record-by.js';
import {
  BACKLOGS,
  LIBRARIES,
  type AsyncSample,
  type Library,
  type WaitingMemory,
} from './async-case.js';

/** What the project has set itself. */
export const TARGETS = { overRxjsMin: 1.5, heapGrowthMbMax: 5 } as const;

export type Backlog = (typeof BACKLOGS)[number];
export type ByBacklog<Figure> = Readonly<Record<Backlog, Figure>>;

export interface AsyncParts {
  readonly samples: Readonly<Record<Library, ByBacklog<readonly AsyncSample[]>>>;
  readonly memory: WaitingMemory;
  readonly rounds: number;
}

export interface AsyncReport {
  readonly rounds: number;
  /** Medians of processor time, by how many records wait in the source. */
  readonly nsPerRecord: Readonly<Record<Library, ByBacklog<number>>>;
  /** How many times as fast as `mergeMap` with one call at a time. */
  readonly overRxjs: ByBacklog<number>;
  /** What a record costs with the greatest backlog, over what it costs with the least. */
  readonly growth: Readonly<Record<Library, number>>;
  readonly memory: WaitingMemory;
  readonly targets: typeof TARGETS;
}

export function reportOf({ samples, memory, rounds }: AsyncParts): AsyncReport {
  const nsPerRecord = recordBy(LIBRARIES, (library) =>
    recordBy(BACKLOGS, (backlog) =>
      median(samples[library][backlog].map((each) => each.cpuNsPerRecord)),
    ),
  );
  const [least, greatest] = [BACKLOGS[0], BACKLOGS[BACKLOGS.length - 1]!];
  return {
    rounds,
    nsPerRecord,
    overRxjs: recordBy(
      BACKLOGS,
      (backlog) => nsPerRecord.rxjs[backlog] / nsPerRecord.millrace[backlog],
    ),
    growth: recordBy(
      LIBRARIES,
      (library) => nsPerRecord[library][greatest] / nsPerRecord[library][least],
    ),
    memory,
    targets: TARGETS,
  };
}

export function asyncTable(report: AsyncReport): string {
  const { nsPerRecord, overRxjs, growth, memory, targets } = report;
  const lines = [
    `ns a record, by how many wait in the source`,
    row('', BACKLOGS.map(String), 'growth'),
    ...LIBRARIES.map((library) =>
      row(
        library,
        BACKLOGS.map((backlog) => nsPerRecord[library][backlog].toFixed(0)),
        `${growth[library].toFixed(1)}x`,
      ),
    ),
    row(
      `over rxjs (at least ${String(targets.overRxjsMin)}x)`,
      BACKLOGS.map((backlog) => `${overRxjs[backlog].toFixed(1)}x`),
      '',
    ),
    `a million waiting       ${memory.firstMb.toFixed(1)} MB of heap at first, ${memory.maxMb.toFixed(1)} MB at most`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Memory that grows with what waits is a mistake and no matter of speed. */
export function missedBy({ memory, targets }: AsyncReport): string | undefined {
  const grownMb = memory.maxMb - memory.firstMb;
  if (grownMb <= targets.heapGrowthMbMax) return undefined;
  return `The heap grew by ${grownMb.toFixed(1)} MB while ${String(memory.records)} records waited in the source.`;
}

function row(name: string, figures: readonly string[], last: string): string {
  const columns = [...figures, last].map((figure) => figure.padStart(9));
  return `${name.padEnd(24)}${columns.join('')}`.trimEnd();
}
