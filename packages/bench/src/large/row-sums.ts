/**
 * Owns: what is compared of two heaps of rows too large to hold: how many, how many flights they
 *   stand for, and a checksum of every key and value.
 * Refuses: an order; the job writes days airport by airport as they fall due, a loop over the file as
 *   they occur.
 */
import type { DelayRow } from '@millrace/examples/flight-delays';

export interface RowSums {
  readonly rows: number;
  readonly flights: number;
  readonly checksum: number;
}

export class RowAdder {
  private rows = 0;
  private flights = 0;
  private checksum = 0;

  add({ airport, day, flights, delayed, meanDelay, worstDelay }: DelayRow): void {
    this.rows += 1;
    this.flights += flights;
    // A sum and not an exclusive or, which a row that comes twice would leave as it was. It is exact:
    // of 32 bits, there may be two million.
    this.checksum += hashOf(`${airport} ${day} ${flights} ${delayed} ${meanDelay} ${worstDelay}`);
  }

  sums(): RowSums {
    const { rows, flights, checksum } = this;
    return { rows, flights, checksum };
  }
}

/** FNV-1a in 32 bits: a cryptographic one would take longer than the job. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
