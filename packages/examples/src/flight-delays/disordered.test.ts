import { minutes, type Source } from '@millrace/core';
import {
  createRun,
  type InputStatus,
  type Run,
  type SourceReaderContext,
} from '@millrace/core/connector';
import { disordered, type Disorder } from './disordered.js';
import type { Flight } from './flight.js';
import { someFlights } from './some-flights.fixture.js';

const halfAnHour: Disorder = { disorderMsMax: minutes(30), seed: 1, heldFlightsMax: 64 };
const context: SourceReaderContext = {
  post: () => undefined,
  clock: { now: () => 0, after: () => () => undefined },
  random: { next: () => 0 },
  recordFailed: (error) => {
    throw error;
  },
  whenSettled: () => undefined,
};

/** A source that says at every other poll that it has nothing now, as a file does. */
function halting(flights: readonly Flight[]): Source<Flight> {
  const createReader = () => {
    const [rest, polls] = [[...flights], [] as number[]];
    const poll = (run: Run<Flight>, recordsMax: number): InputStatus => {
      if (polls.push(recordsMax) % 2 === 0) return 'nothing-available';
      for (const flight of rest.splice(0, recordsMax)) run.values[run.length++] = flight;
      return rest.length === 0 ? 'end-of-input' : 'more-available';
    };
    return { open: () => undefined, poll, close: () => undefined };
  };
  return { name: 'halting', boundedness: 'bounded', createReader };
}

function readAll(source: Source<Flight>, recordsMax = 10): readonly Flight[] {
  const reader = source.createReader(context);
  reader.open();
  const read: Flight[] = [];
  for (let status: InputStatus = 'more-available'; status !== 'end-of-input';) {
    const run = createRun<Flight>(recordsMax);
    status = reader.poll(run, recordsMax);
    // An empty run would put the task to sleep, and only the inner source can wake it.
    expect(run.length > 0 || status !== 'more-available').toBe(true);
    read.push(...run.values.slice(0, run.length));
  }
  return read;
}

/** How much later in event time a flight was that came before. */
function disorderOf(flights: readonly Flight[]): number {
  let [latest, most] = [-Infinity, 0];
  for (const { departedAt } of flights) {
    latest = Math.max(latest, departedAt);
    most = Math.max(most, latest - departedAt);
  }
  return most;
}

const byDeparture = (flights: readonly Flight[]) =>
  [...flights].sort((a, b) => a.departedAt - b.departedAt || a.distance - b.distance);

const flights = someFlights(500, 3);

it('hands on every flight once, out of order by no more than the limit and by nearly as much', () => {
  const read = readAll(disordered(halting(flights), halfAnHour));
  expect(byDeparture(read)).toEqual(flights);
  expect(disorderOf(read)).toBeLessThanOrEqual(minutes(30));
  expect(disorderOf(read)).toBeGreaterThan(minutes(20));
});

it('repeats itself for a seed, however it is polled, and differs for another', () => {
  const read = readAll(disordered(halting(flights), halfAnHour), 10);
  expect(readAll(disordered(halting(flights), halfAnHour), 7)).toEqual(read);
  expect(readAll(disordered(halting(flights), { ...halfAnHour, seed: 2 }))).not.toEqual(read);
});

it.each([1, 2, 5])('keeps to its limits with room for %i flights only', (heldFlightsMax) => {
  const read = readAll(disordered(halting(flights), { ...halfAnHour, heldFlightsMax }));
  expect(byDeparture(read)).toEqual(flights);
  expect(disorderOf(read)).toBeLessThanOrEqual(minutes(30));
});

it('takes flights that depart at the same time, more than it holds', () => {
  const same = someFlights(200, 0);
  expect(byDeparture(readAll(disordered(halting(same), halfAnHour)))).toEqual(same);
});

it('refuses flights that are not sorted', () => {
  const backwards = disordered(halting([...someFlights(2)].reverse()), halfAnHour);
  expect(() => readAll(backwards)).toThrow(
    'The flight from ATL to BOS of 2001-01-01 00:00 comes after one of 2001-01-01 00:07; sort',
  );
});
