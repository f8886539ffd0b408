/**
 * Owns: what a day at an airport comes to, folded flight by flight.
 * Refuses: to keep flights; the mean is a sum and a count until the day ends.
 */
import type { AggregateFunction } from '@millrace/core';
import type { Flight } from './flight.js';

/** On time is within 15 minutes: the definition of the US Department of Transportation. */
export const DELAYED_MINUTES_MIN = 15;

export interface DelayStats {
  /** All flights, also those on time. */
  readonly flights: number;
  readonly delayed: number;
  /** In minutes, over all flights; early ones count with their minus. */
  readonly meanDelay: number;
  readonly worstDelay: number;
}

interface Tally {
  flights: number;
  delayed: number;
  delaySum: number;
  worstDelay: number;
}

export const delayStats: AggregateFunction<Flight, Tally, DelayStats> = {
  createAccumulator: () => ({
    flights: 0,
    delayed: 0,
    delaySum: 0,
    worstDelay: Number.MIN_SAFE_INTEGER,
  }),
  add: (tally, { delay }) => {
    tally.flights += 1;
    if (delay >= DELAYED_MINUTES_MIN) tally.delayed += 1;
    tally.delaySum += delay;
    tally.worstDelay = Math.max(tally.worstDelay, delay);
    return tally;
  },
  getResult: ({ flights, delayed, delaySum, worstDelay }) => ({
    flights,
    delayed,
    meanDelay: delaySum / flights,
    worstDelay,
  }),
  merge: (left, right) => ({
    flights: left.flights + right.flights,
    delayed: left.delayed + right.delayed,
    delaySum: left.delaySum + right.delaySum,
    worstDelay: Math.max(left.worstDelay, right.worstDelay),
  }),
};
