/**
 * Owns: which airport-days were the worst: the highest mean delay, of days with enough flights.
 * Refuses: days of one or two flights, whose mean is one flight's bad luck, unless there are no other.
 */
import { rowName, type DelayRow } from './delay-row.js';

export const FLIGHTS_MIN = 5;

export interface WorstDays {
  /** How many flights a day needed to be considered. */
  readonly flightsMin: number;
  /** The worst first. */
  readonly rows: readonly DelayRow[];
}

export function worstDays(rows: readonly DelayRow[], count: number): WorstDays {
  const busy = rows.filter(({ flights }) => flights >= FLIGHTS_MIN);
  const [flightsMin, considered] = busy.length > 0 ? [FLIGHTS_MIN, busy] : [1, rows];
  const worstFirst = [...considered].sort(
    (a, b) => b.meanDelay - a.meanDelay || (rowName(a) < rowName(b) ? -1 : 1),
  );
  return { flightsMin, rows: worstFirst.slice(0, count) };
}
