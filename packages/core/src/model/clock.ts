/**
 * Owns: time and chance as arguments: the two ports through which the core meets the world's.
 * Refuses: to be implemented here; `host/` has the real ones, `@millrace/testing` the virtual ones.
 */
import type { Milliseconds, Timestamp } from './time.js';

/** Takes an armed timer back; harmless after it has fired. */
export type CancelTimer = () => void;

/** Time as an argument: what now is, and a call later. */
export interface Clock {
  now(): Timestamp;
  /** Calls back once, `delayMs` from now or later, any length. The callback only posts mail (E2). */
  after(delayMs: Milliseconds, callback: () => void): CancelTimer;
}

/** Chance as an argument. */
export interface Random {
  /** The next number of the sequence, in [0, 1). */
  next(): number;
}
