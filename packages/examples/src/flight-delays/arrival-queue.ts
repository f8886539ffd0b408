/**
 * Owns: flights that have departed and not arrived at the job, in the order in which they will.
 * Refuses: more than `flightsMax`; whoever fills it takes one out first.
 *
 * Sorted insertion into an array: half an hour holds some dozens of flights, and a heap is not worth
 * its lines there.
 */
import type { Timestamp } from '@millrace/core';
import type { Flight } from './flight.js';

interface Arrival {
  readonly at: Timestamp;
  readonly flight: Flight;
}

export class ArrivalQueue {
  private readonly arrivals: Arrival[] = [];

  constructor(private readonly flightsMax: number) {}

  /** How many flights it still takes. */
  room(): number {
    return this.flightsMax - this.arrivals.length;
  }

  add(flight: Flight, at: Timestamp): void {
    if (this.room() === 0) throw new RangeError('the arrival queue is full');
    this.arrivals.splice(this.placeOf(at), 0, { at, flight });
  }

  /** The next flight to arrive, if it arrives at `until` or before. */
  take(until: Timestamp): Flight | undefined {
    const first = this.arrivals[0];
    if (first === undefined || first.at > until) return undefined;
    this.arrivals.shift();
    return first.flight;
  }

  // Behind those that arrive at the same time, so that equal times keep the order of the file.
  private placeOf(at: Timestamp): number {
    let place = this.arrivals.length;
    while (place > 0 && this.arrivals[place - 1]!.at > at) place--;
    return place;
  }
}
