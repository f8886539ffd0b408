/**
 * Owns: the job: from flights that come out of order to one row a day and airport.
 * Refuses: to know where flights come from and where rows go.
 */
import {
  boundedOutOfOrderness,
  days,
  defineJob,
  minutes,
  tumbling,
  type JobDefinition,
  type Sink,
  type Source,
  type WindowResult,
} from '@millrace/core';
import { delayStats, type DelayStats } from './delay-stats.js';
import { disordered } from './disordered.js';
import type { Flight } from './flight.js';

/** How far out of order flights come, and so how long a day is kept open after its end. */
export const DISORDER_MS_MAX = minutes(30);

const SEED = 2001;
/** The busiest half hour of the file has a few dozen flights. */
const HELD_FLIGHTS_MAX = 1_024;

export type DayOfDelays = WindowResult<string, DelayStats>;

export interface FlightDelaysEnds {
  /** Flights sorted by departure; the job mixes them up. */
  readonly flights: Source<Flight>;
  readonly delays: Sink<DayOfDelays>;
}

/** Daily delays of each airport, in event time. */
export function flightDelays({ flights, delays }: FlightDelaysEnds): JobDefinition {
  const arriving = disordered(flights, {
    disorderMsMax: DISORDER_MS_MAX,
    seed: SEED,
    heldFlightsMax: HELD_FLIGHTS_MAX,
  });
  return defineJob('flight-delays', (env) => {
    env
      .fromSource(arriving, {
        uid: 'flights',
        watermarks: boundedOutOfOrderness(DISORDER_MS_MAX, (flight) => flight.departedAt),
      })
      .keyBy((flight) => flight.origin)
      .window(tumbling(days(1)))
      .aggregate(delayStats, { uid: 'delay-stats' })
      .sinkTo(delays, { uid: 'delays' });
  });
}
