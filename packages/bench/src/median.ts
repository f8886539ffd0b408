/**
 * Owns: the figure in the middle, by which rounds are told.
 */

/** Of an even number of figures it is the upper of the two in the middle; of none, it is not a number. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
