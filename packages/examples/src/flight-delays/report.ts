/**
 * Owns: the result for a person.
 * Refuses: to know whether it is right; the verdict comes after it.
 */
import type { DelayRow } from './delay-row.js';
import { DELAYED_MINUTES_MIN } from './delay-stats.js';
import { textTable, type Column } from './text-table.js';
import type { JobOutcome } from './watched-job.js';
import { counted, whole } from './wording.js';
import { worstDays } from './worst-days.js';

const WORST_COUNT = 10;

/** What the job did, and the worst days. */
export function report(outcome: JobOutcome, rows: readonly DelayRow[]): string {
  return [...facts(outcome, rows), '', ...worst(rows), ''].join('\n');
}

function facts({ counters, seconds }: JobOutcome, rows: readonly DelayRow[]): readonly string[] {
  const { read, late, written, maxBuffered, demandStops, sink } = counters;
  const pace = `${whole(read / seconds)} flights per second`;
  return textTable(
    [
      { title: '', align: 'left' },
      { title: '', align: 'left' },
    ],
    [
      ['read', `${counted(read, 'flight')}, ${whole(late)} of them too late`],
      ['written', `${counted(written, 'row')}; read back: ${whole(rows.length)}`],
      ['time', `${seconds.toFixed(2)} s, ${pace}`],
      ['sink', sink.visited.join(' > ')],
      ['requests', requests(sink)],
      [
        'demand',
        `stopped ${counted(demandStops, 'time')}; at most ${counted(maxBuffered, 'row')} buffered`,
      ],
    ],
  ).slice(1);
}

function requests({ requests: sent, throttles, retries }: JobOutcome['counters']['sink']): string {
  const again = retries === 0 ? 'none' : counted(retries, 'row');
  return `${whole(sent)}, ${whole(throttles)} of them throttled; ${again} sent again`;
}

const COLUMNS: readonly Column[] = [
  { title: 'airport', align: 'left' },
  { title: 'day', align: 'left' },
  { title: 'flights', align: 'right' },
  { title: 'delayed', align: 'right' },
  { title: 'mean delay', align: 'right' },
  { title: 'worst delay', align: 'right' },
];

function worst(rows: readonly DelayRow[]): readonly string[] {
  const { flightsMin, rows: days } = worstDays(rows, WORST_COUNT);
  if (days.length === 0) return ['No flights, no airport-days.'];
  const which = flightsMin === 1 ? '' : ` with ${String(flightsMin)} flights or more`;
  const delayed = `delayed: ${String(DELAYED_MINUTES_MIN)} min or more`;
  const title = `The worst airport-days${which} by mean delay (${delayed}):`;
  return [title, '', ...textTable(COLUMNS, days.map(cells))];
}

function cells(row: DelayRow): readonly string[] {
  return [
    row.airport,
    row.day,
    whole(row.flights),
    whole(row.delayed),
    `${row.meanDelay.toFixed(1)} min`,
    `${whole(row.worstDelay)} min`,
  ];
}
