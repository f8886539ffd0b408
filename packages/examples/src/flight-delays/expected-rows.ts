/**
 * Owns: the answer by another way: a plain loop over the parsed file, in its own order.
 * Refuses: to share anything with the job: no decode, no event time, no aggregate. So it takes the
 *   day from the text of the date, and keeps every delay until the end.
 */
import { readFile } from 'node:fs/promises';
import type { DelayRow } from './delay-row.js';
import type { FlightFile } from './flight-file.js';

export interface Expectation {
  readonly flights: number;
  readonly rows: readonly DelayRow[];
}

interface ParsedFlight {
  readonly date: string;
  readonly delay: number;
  readonly origin: string;
}

/** What the table has to hold in the end. It reads the whole file into memory. */
export async function expectedRows({ path, format }: FlightFile): Promise<Expectation> {
  const text = await readFile(path, 'utf8');
  const flights = (format === 'json' ? JSON.parse(text) : parseLines(text)) as ParsedFlight[];
  const delays = new Map<string, { airport: string; day: string; minutes: number[] }>();
  for (const { date, delay, origin } of flights) {
    const day = `${date.slice(0, 4)}-${date.slice(5, 7)}-${date.slice(8, 10)}`;
    const key = `${day} ${origin}`;
    const group = delays.get(key);
    if (group === undefined) delays.set(key, { airport: origin, day, minutes: [delay] });
    else group.minutes.push(delay);
  }
  return { flights: flights.length, rows: [...delays.values()].map(summarise) };
}

function parseLines(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
}

function summarise(group: { airport: string; day: string; minutes: readonly number[] }): DelayRow {
  const { airport, day, minutes } = group;
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
