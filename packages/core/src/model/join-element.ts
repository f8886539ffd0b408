/**
 * Owns: how the records of two streams look to what sees those of both: one alone, and all of a window.
 * Refuses: to be sent on: operators emit what their functions answer.
 */

/** A record of the left or the right stream of a join, as assigners, triggers and evictors see it. */
export type JoinElement<L, R> =
  { readonly side: 'left'; readonly value: L } | { readonly side: 'right'; readonly value: R };

/** The records of a window by the side that they are of, in the order in which those of each came. */
export interface Sides<L, R> {
  readonly left: readonly L[];
  readonly right: readonly R[];
}

/** By the input that a record came by. */
export const SIDES = ['left', 'right'] as const;
