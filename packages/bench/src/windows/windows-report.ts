/**
 * Owns: what the windows bench says, beside its targets: ratios where two cases ran side by side.
 */
import type { LoopDelay } from '../event-loop/event-loop-probe.js';
import { median } from '../median.js';
import type { WindowSample } from './window-case.js';
import type { WindowCaseName } from './window-cases.js';

/** What the project has set itself. */
export const TARGETS = { slidingOverTumblingMax: 1.5, bytesPerKeyMax: 150 } as const;

export interface DueTimers {
  readonly timers: number;
  readonly fired: number;
  readonly inOrder: boolean;
  readonly firingMs: number;
  /** While they fire. */
  readonly eventLoop: LoopDelay;
}

export interface StateMemory {
  readonly keys: number;
  /** The heap, and the buffers outside of it, after a garbage collection; without the values. */
  readonly bytesPerKey: number;
}

export interface WindowsParts {
  readonly samples: Readonly<Record<WindowCaseName, readonly WindowSample[]>>;
  readonly dueTimers: DueTimers;
  readonly memory: StateMemory;
  readonly rounds: number;
}

export interface WindowsReport {
  readonly rounds: number;
  /** Medians of processor time. */
  readonly nsPerRecord: Readonly<Record<WindowCaseName, number>>;
  readonly slidingOverTumbling: number;
  readonly dueTimers: DueTimers;
  readonly memory: StateMemory;
  readonly targets: typeof TARGETS;
}

export function reportOf({ samples, dueTimers, memory, rounds }: WindowsParts): WindowsReport {
  const nsPerRecord = {
    tumbling: median(samples.tumbling.map((sample) => sample.cpuNsPerRecord)),
    sliding: median(samples.sliding.map((sample) => sample.cpuNsPerRecord)),
  };
  const slidingOverTumbling = nsPerRecord.sliding / nsPerRecord.tumbling;
  return { rounds, nsPerRecord, slidingOverTumbling, dueTimers, memory, targets: TARGETS };
}

export function windowsTable(report: WindowsReport): string {
  const { nsPerRecord, slidingOverTumbling, dueTimers, memory, targets } = report;
  const lines = [
    `60 min windows       ${nsPerRecord.tumbling.toFixed(0)} ns a record`,
    `  sliding by 1 s     ${nsPerRecord.sliding.toFixed(0)} ns a record, ${slidingOverTumbling.toFixed(2)}x (at most ${String(targets.slidingOverTumblingMax)}x)`,
    `due timers           ${String(dueTimers.fired)} of ${String(dueTimers.timers)} fired ${dueTimers.inOrder ? 'in order' : 'OUT OF ORDER'} in ${dueTimers.firingMs.toFixed(0)} ms`,
    `  event loop waits   p99 ${dueTimers.eventLoop.p99Ms.toFixed(1)} ms, at most ${dueTimers.eventLoop.maxMs.toFixed(1)} ms`,
    `state                ${memory.bytesPerKey.toFixed(0)} bytes a key of ${String(memory.keys)} (at most ${String(targets.bytesPerKeyMax)})`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Timers that did not fire in order are a mistake and no matter of speed. */
export function missedBy({ dueTimers }: WindowsReport): string | undefined {
  const { timers, fired, inOrder } = dueTimers;
  if (fired === timers && inOrder) return undefined;
  return `Of ${String(timers)} timers ${String(fired)} fired, ${inOrder ? 'in order' : 'out of order'}.`;
}
