/**
 * Owns: the rounds of the windows bench, each case in a process of its own, one at a time, in turn.
 * Refuses: to measure; the processes do.
 */
import { printedBy } from '../own-process.js';
import type { WindowSample } from './window-case.js';
import type { WindowCaseName } from './window-cases.js';
import {
  reportOf,
  type DueTimers,
  type StateMemory,
  type WindowsReport,
} from './windows-report.js';

export async function windowsBench(
  rounds: number,
  progress: (line: string) => void,
): Promise<WindowsReport> {
  const samples: Record<WindowCaseName, WindowSample[]> = { tumbling: [], sliding: [] };
  for (let round = 1; round <= rounds; round++) {
    for (const name of ['tumbling', 'sliding'] as const) {
      progress(`round ${String(round)} of ${String(rounds)}: ${name} windows`);
      samples[name].push(await printedBy<WindowSample>(program('window-process'), name));
    }
  }
  progress('a million timers');
  const dueTimers = await printedBy<DueTimers>(program('due-timers-process'));
  progress('the state of a million keys');
  const memory = await printedBy<StateMemory>(program('state-memory-process'));
  progress('');
  return reportOf({ samples, dueTimers, memory, rounds });
}

function program(name: string): URL {
  return new URL(`./${name}.js`, import.meta.url);
}
