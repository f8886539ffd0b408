/**
 * Owns: the disorder: a source of flights that hands on another source's in the order in which they
 *   arrive, each up to `disorderMsMax` of event time after its departure, by the dice of a seed.
 * Refuses: flights that are not sorted by departure, since how far out of order they came then would
 *   be unknown; and to hold the file: it holds what departed in the last `disorderMsMax`, at most
 *   `heldFlightsMax`.
 *
 * Why nothing is late: a flight is handed on when the file has come to its arrival, and all that
 * comes later in the file departs, and so arrives, later. So where A comes before B, A's departure is
 * at most `disorderMsMax` after B's. A full queue hands on early, which does not change that.
 */
import {
  MAX_TIMESTAMP,
  MillraceError,
  MIN_TIMESTAMP,
  type Milliseconds,
  type Source,
  type Timestamp,
} from '@millrace/core';
import {
  appendRecord,
  createRun,
  type InputStatus,
  type Random,
  type Run,
  type SourceReader,
} from '@millrace/core/connector';
import { ArrivalQueue } from './arrival-queue.js';
import type { Flight } from './flight.js';
import { seededRandom } from '@millrace/testing';

export interface Disorder {
  readonly disorderMsMax: Milliseconds;
  readonly seed: number;
  readonly heldFlightsMax: number;
}

/** The flights of a source that is sorted by departure, out of order by at most `disorderMsMax`. */
export function disordered(source: Source<Flight>, disorder: Disorder): Source<Flight> {
  return {
    name: `disordered(${source.name})`,
    boundedness: source.boundedness,
    createReader: (context) => new DisorderedReader(source.createReader(context), disorder),
  };
}

class DisorderedReader implements SourceReader<Flight> {
  private readonly queue: ArrivalQueue;
  private readonly random: Random;
  private readonly incoming: Run<Flight>;
  private status: InputStatus = 'more-available';
  private departedMax: Timestamp = MIN_TIMESTAMP;

  constructor(
    private readonly inner: SourceReader<Flight>,
    private readonly disorder: Disorder,
  ) {
    this.queue = new ArrivalQueue(disorder.heldFlightsMax);
    this.random = seededRandom(disorder.seed);
    this.incoming = createRun(disorder.heldFlightsMax);
  }

  open(): void {
    this.inner.open();
  }

  close(): Promise<void> | void {
    return this.inner.close();
  }

  poll(run: Run<Flight>, recordsMax: number): InputStatus {
    const lengthMax = run.length + recordsMax;
    while (this.handOn(run, lengthMax)) {
      if (this.status === 'end-of-input') return 'end-of-input';
      this.takeIn(lengthMax - run.length);
      if (this.status === 'nothing-available' && this.incoming.length === 0) return this.status;
    }
    return 'more-available';
  }

  /** Fills the run with what has arrived; true when it has room for more than that. */
  private handOn(run: Run<Flight>, lengthMax: number): boolean {
    while (run.length < lengthMax) {
      const flight = this.queue.take(this.arrivedBy());
      if (flight === undefined) return true;
      appendRecord(run, flight);
    }
    return false;
  }

  private arrivedBy(): Timestamp {
    const everything = this.status === 'end-of-input' || this.queue.room() === 0;
    return everything ? MAX_TIMESTAMP : this.departedMax;
  }

  private takeIn(flightsMax: number): void {
    const { incoming, queue } = this;
    incoming.length = 0;
    this.status = this.inner.poll(incoming, Math.min(queue.room(), flightsMax));
    for (let at = 0; at < incoming.length; at++) this.admit(incoming.values[at]!);
  }

  private admit(flight: Flight): void {
    if (flight.departedAt < this.departedMax) throw unsorted(flight, this.departedMax);
    this.departedMax = flight.departedAt;
    const delayMs = Math.floor(this.random.next() * (this.disorder.disorderMsMax + 1));
    this.queue.add(flight, flight.departedAt + delayMs);
  }
}

function unsorted({ origin, destination, departedAt }: Flight, before: Timestamp): MillraceError {
  const sentence =
    `The flight from ${origin} to ${destination} of ${dateAndTime(departedAt)} comes after one of ` +
    `${dateAndTime(before)}; sort the flights by date.`;
  return new MillraceError('FLIGHTS_UNSORTED', sentence);
}

/** 2001-01-10 18:20 */
function dateAndTime(timestamp: Timestamp): string {
  return new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ');
}
