/**
 * Owns: the rounds of the joins bench, each library in a process of its own, one at a time, in turn.
 * Refuses: to measure; the processes do.
 */
import { printedBy } from '../own-process.js';
import { recordBy } from '../record-by.js';
import { LIBRARIES, type JoinsSample } from './joins-case.js';
import { reportOf, type JoinsReport } from './joins-report.js';

export async function joinsBench(
  rounds: number,
  progress: (line: string) => void,
): Promise<JoinsReport> {
  const program = new URL('./joins-process.js', import.meta.url);
  const samples = recordBy(LIBRARIES, (): JoinsSample[] => []);
  for (let round = 1; round <= rounds; round++) {
    for (const library of LIBRARIES) {
      progress(`round ${String(round)} of ${String(rounds)}: ${library}`);
      samples[library].push(await printedBy<JoinsSample>(program, library));
    }
  }
  progress('');
  return reportOf(samples, rounds);
}
