/**
 * Owns: the panes of one key, as state keeps them: their starts in order, and their accumulators.
 * Refuses: to be a class: rows are written into snapshots as they are.
 *
 * Panes go by their position, which is counted from the first that the key ever had, so that whoever
 * remembers one need not know which have been dropped.
 */
import type { Timestamp } from '../../model/time.js';

export interface PaneRow {
  readonly starts: Timestamp[];
  readonly accumulators: unknown[];
  /** How many panes have been dropped before those that are there. */
  dropped: number;
  /** How many of the arrays' first entries are dropped ones that still lie there. */
  dead: number;
  /** The one timer of the key: when its next window ends, or its first pane is cleaned up. */
  timer: Timestamp;
}

/** Dropped panes are cleared away by so many at least: moving the rest costs as much as its length. */
const DEAD_PANES_MAX = 64;

export function emptyRow(timer: Timestamp): PaneRow {
  return { starts: [], accumulators: [], dropped: 0, dead: 0, timer };
}

export function firstPosition({ dropped }: PaneRow): number {
  return dropped;
}

export function endPosition({ starts, dropped, dead }: PaneRow): number {
  return dropped - dead + starts.length;
}

export function startAt({ starts, dropped, dead }: PaneRow, position: number): Timestamp {
  return starts[position - dropped + dead]!;
}

export function accumulatorAt({ accumulators, dropped, dead }: PaneRow, position: number): unknown {
  return accumulators[position - dropped + dead];
}

export function setAccumulator(row: PaneRow, position: number, accumulator: unknown): void {
  row.accumulators[position - row.dropped + row.dead] = accumulator;
}

export function insertPane(
  row: PaneRow,
  position: number,
  pane: { readonly start: Timestamp; readonly accumulator: unknown },
): void {
  const index = position - row.dropped + row.dead;
  if (index === row.starts.length) {
    row.starts.push(pane.start);
    row.accumulators.push(pane.accumulator);
    return;
  }
  row.starts.splice(index, 0, pane.start);
  row.accumulators.splice(index, 0, pane.accumulator);
}

/** Whether the last pane, into which records mostly go, begins at `start`. */
export function endsWith({ starts, dead }: PaneRow, start: Timestamp): boolean {
  return starts.length > dead && starts[starts.length - 1] === start;
}

/** The position of the first pane that starts at `start` or later. */
export function positionFrom(row: PaneRow, start: Timestamp): number {
  let [low, high] = [firstPosition(row), endPosition(row)];
  // Records mostly go into the last pane or behind it.
  if (high > low && startAt(row, high - 1) < start) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startAt(row, middle) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Forgets the first panes. */
export function dropBefore(row: PaneRow, position: number): void {
  const { starts, accumulators } = row;
  const dead = row.dead + position - row.dropped;
  accumulators.fill(undefined, row.dead, dead);
  row.dropped = position;
  row.dead = dead;
  if (dead < DEAD_PANES_MAX || dead * 2 < starts.length) return;
  starts.splice(0, dead);
  accumulators.splice(0, dead);
  row.dead = 0;
}
