/**
 * Owns: the rounds of the async bench, each case in a process of its own, one at a time, in turn.
 * Refuses: to measure; the processes do.
 */
import { printedBy } from '../own-process.js';
import { recordBy } from '../record-by.js';
import { BACKLOGS, LIBRARIES, type AsyncSample, type WaitingMemory } from './async-case.js';
import { reportOf, type AsyncReport } from './async-report.js';

export async function asyncBench(
  rounds: number,
  progress: (line: string) => void,
): Promise<AsyncReport> {
  const samples = recordBy(LIBRARIES, () => recordBy(BACKLOGS, (): AsyncSample[] => []));
  for (let round = 1; round <= rounds; round++) {
    for (const backlog of BACKLOGS) {
      for (const library of LIBRARIES) {
        progress(
          `round ${String(round)} of ${String(rounds)}: ${library}, ${String(backlog)} waiting`,
        );
        const sample = printedBy<AsyncSample>(program('async-process'), library, String(backlog));
        samples[library][backlog].push(await sample);
      }
    }
  }
  progress('a million waiting records');
  const memory = await printedBy<WaitingMemory>(program('waiting-memory-process'));
  progress('');
  return reportOf({ samples, memory, rounds });
}

function program(name: string): URL {
  return new URL(`./${name}.js`, import.meta.url);
}
