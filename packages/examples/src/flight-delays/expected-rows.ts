/**
 * Owns: the answer by another way: a plain loop over the parsed file, in its own order.
 * Refuses: to share anything with the job: no decode, no event time, no aggregate. So it takes the
 *   day from the text of the date, and keeps every delay of a day until the file comes to the next.
 *   And a day that comes again, since its rows are out already; the job refuses such a file too.
 */
import type { DelayRow } from './delay-row.js';
import type { FlightFile } from './flight-file.js';
import { parsedFlights } from './parsed-flights.js';

export interface Expectation {
  readonly flights: number;
  readonly rows: readonly DelayRow[];
}

/** What the table has to hold in the end. It holds the rows, and of the file one day. */
export async function expectedRows(file: FlightFile): Promise<Expectation> {
  const rows: DelayRow[] = [];
  for await (const row of expectedRowsInTurn(file)) rows.push(row);
  return { flights: rows.reduce((sum, { flights }) => sum + flights, 0), rows };
}

/** The same rows one by one, each day's when the day is over. It holds one day. */
export async function* expectedRowsInTurn(file: FlightFile): AsyncGenerator<DelayRow> {
  let day = '';
  let delays = new Map<string, number[]>();
  for await (const { date, delay, origin } of parsedFlights(file)) {
    const itsDay = `${date.slice(0, 4)}-${date.slice(5, 7)}-${date.slice(8, 10)}`;
    if (itsDay < day) throw new Error(`The day ${itsDay} comes after ${day}; sort the flights.`);
    if (itsDay > day) {
      yield* rowsOf(day, delays);
      [day, delays] = [itsDay, new Map()];
    }
    const ofAirport = delays.get(origin);
    if (ofAirport === undefined) delays.set(origin, [delay]);
    else ofAirport.push(delay);
  }
  yield* rowsOf(day, delays);
}

function rowsOf(day: string, delays: ReadonlyMap<string, readonly number[]>): readonly DelayRow[] {
  return [...delays].map(([airport, minutes]) => summarise(airport, day, minutes));
}

function summarise(airport: string, day: string, minutes: readonly number[]): DelayRow {
  const sorted = [...minutes].sort((a, b) => a - b);
  return {
    airport,
    day,
    flights: sorted.length,
    delayed: sorted.filter((late) => late > 14).length,
    meanDelay: sorted.reduce((sum, late) => sum + late, 0) / sorted.length,
    worstDelay: sorted[sorted.length - 1]!,
  };
}
