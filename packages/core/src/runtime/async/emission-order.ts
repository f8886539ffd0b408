/**
 * Owns: which call of a segment is the next to leave.
 * Refuses: to look beyond the segment: no result passes a watermark.
 *
 * A1. In the order of the input, or (A2) in the order in which calls came to be done.
 */
import type { AsyncOrder } from '../../model/async-function.js';
import type { AsyncCall } from './async-call.js';
import type { Segment } from './segment.js';

export interface EmissionOrder {
  /** Told of each call that is done. */
  onDone(call: AsyncCall): void;
  /** The call that may leave now. */
  next(segment: Segment): AsyncCall | undefined;
  /** It has left. */
  onLeft(segment: Segment): void;
}

const inputOrder: EmissionOrder = {
  onDone: () => undefined,
  next: ({ first }) => (first?.status === 'done' ? first : undefined),
  onLeft: () => undefined,
};

const completionOrder: EmissionOrder = {
  onDone: (call) => {
    call.doneCalls!.push(call);
  },
  next: ({ done }) => done.first(),
  onLeft: ({ done }) => {
    done.shift();
  },
};

/** With one call at a time for each key, the order of completion is that of each key (A3). */
export function emissionOrderOf(order: AsyncOrder): EmissionOrder {
  return order === 'input' ? inputOrder : completionOrder;
}
