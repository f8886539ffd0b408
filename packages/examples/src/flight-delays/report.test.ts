import type { DelayRow } from './delay-row.js';
import { report } from './report.js';
import type { JobOutcome } from './watched-job.js';
import { worstDays } from './worst-days.js';

const outcome: JobOutcome = {
  result: { ended: 'finished', unwritten: new Map(), queued: 0 },
  seconds: 0.5,
  signal: undefined,
  counters: {
    read: 1_000,
    late: 0,
    written: 2,
    waiting: 0,
    maxBuffered: 2,
    demandStops: 1,
    sink: {
      state: 'closed',
      visited: ['opening', 'open', 'closed'],
      requests: 3,
      retries: 1,
      throttles: 2,
    },
  },
};

const row = (airport: string, flights: number, meanDelay: number): DelayRow => {
  return { airport, day: '2001-01-10', flights, delayed: 1, meanDelay, worstDelay: 100 };
};

it('lines up', () => {
  expect(report(outcome, [row('ATL', 12, 8.25), row('BOS', 1_000, 100)])).toBe(
    `  read      1,000 flights, 0 of them too late
  written   2 rows; read back: 2
  time      0.50 s, 2,000 flights per second
  sink      opening > open > closed
  requests  3, 2 of them throttled; 1 row sent again
  demand    stopped 1 time; at most 2 rows buffered

The worst airport-days with 5 flights or more by mean delay (delayed: 15 min or more):

  airport  day         flights  delayed  mean delay  worst delay
  BOS      2001-01-10    1,000        1   100.0 min      100 min
  ATL      2001-01-10       12        1     8.3 min      100 min
`,
  );
});

it('says so when there were no flights', () => {
  expect(report(outcome, [])).toContain('No flights, no airport-days.');
});

it('prefers days with enough flights, and takes the others when there are none', () => {
  const rows = [row('A', 1, 99), row('B', 5, 10), row('C', 9, 20), row('D', 9, 20)];
  expect(worstDays(rows, 2).rows.map(({ airport }) => airport)).toEqual(['C', 'D']);
  expect(worstDays(rows.slice(0, 1), 2)).toEqual({ flightsMin: 1, rows: [rows[0]] });
});
