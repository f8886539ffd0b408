/**
 * Owns: flights for tests, as flights and as the file has them.
 * Refuses: chance; the same call makes the same flights.
 */
import { minutes } from '@millrace/core';
import type { Flight } from './flight.js';

const AIRPORTS = ['ATL', 'BOS', 'DFW', 'ORD', 'SEA'];

/** `count` flights, sorted, `apartMinutes` apart from the 1st of January 2001 on. */
export function someFlights(count: number, apartMinutes = 7): readonly Flight[] {
  return Array.from({ length: count }, (_, at) => ({
    departedAt: Date.UTC(2001, 0, 1) + minutes(at * apartMinutes),
    delay: ((at * 37) % 101) - 30,
    distance: 300 + at,
    origin: AIRPORTS[at % AIRPORTS.length]!,
    destination: AIRPORTS[(at + 1) % AIRPORTS.length]!,
  }));
}

/** The record of a flight in a file. */
export function recordOf({ departedAt, ...flight }: Flight): object {
  const [day, time] = new Date(departedAt).toISOString().slice(0, 16).split('T') as [
    string,
    string,
  ];
  return { date: `${day.replaceAll('-', '/')} ${time}`, ...flight };
}
