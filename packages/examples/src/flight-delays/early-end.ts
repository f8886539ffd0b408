/**
 * Owns: the honest words for a run that a signal ended: what was written and what was left.
 * Refuses: to pretend that such a run was verified.
 */
import type { JobOutcome } from './watched-job.js';
import { counted } from './wording.js';

const KEYS_SHOWN_MAX = 3;

export function earlyEnd({ result, counters, signal }: JobOutcome): string {
  const done = `${counted(counters.read, 'flight')} read, ${counted(counters.written, 'row')} written`;
  const left = [...unwritten(result.unwritten), ...queued(result.queued)];
  const rest = left.length === 0 ? 'nothing left over' : left.join(', ');
  return (
    `Stopped by ${signal ?? 'its caller'}: ${done}, ${rest}. ` +
    'Days that were open hold only the flights read by then, and nothing was verified.'
  );
}

function unwritten(sinks: JobOutcome['result']['unwritten']): readonly string[] {
  const left = [...sinks.values()].filter(({ records }) => records > 0);
  return left.map(({ records, keys }) => {
    const shown = keys.slice(0, KEYS_SHOWN_MAX).join(', ');
    const more = keys.length > KEYS_SHOWN_MAX ? ', ...' : '';
    return `${counted(records, 'row')} left unwritten (${shown}${more})`;
  });
}

function queued(flights: number): readonly string[] {
  return flights === 0 ? [] : [`${counted(flights, 'flight')} left uncounted`];
}
