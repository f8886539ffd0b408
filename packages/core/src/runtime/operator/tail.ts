/**
 * Owns: the contract of what ends a chain: a sink, channels, or nothing but the last function.
 * Refuses: to emit; there is nobody after it.
 */
import type { Operator } from './operator.js';

export interface Tail extends Operator<unknown, never> {
  /** How many records it accepts now; a step of the chain's task takes no more than that (C3). */
  credit(): number;
  /** After `onEnd`: true when all that was accepted has been settled. */
  finished(): boolean;
}

/** The tail of a chain whose last function has taken every record. */
export const discard: Tail = {
  name: 'discard',
  open: () => undefined,
  credit: () => Number.POSITIVE_INFINITY,
  onRun: () => undefined,
  onWatermark: () => undefined,
  onEnd: () => undefined,
  finished: () => true,
  metrics: () => ({}),
};
