/**
 * Owns: how a record of one of two streams looks to what sees the records of both.
 * Refuses: to be sent on: operators emit what their functions answer.
 */

/** A record of the left or the right stream of a join, as assigners, triggers and evictors see it. */
export type JoinElement<L, R> =
  { readonly side: 'left'; readonly value: L } | { readonly side: 'right'; readonly value: R };

/** By the input that a record came by. */
export const SIDES = ['left', 'right'] as const;
