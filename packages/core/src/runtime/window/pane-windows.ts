/**
 * Owns: overlapping windows of an aggregate, kept by their panes: each record is added once.
 * Refuses: triggers, evictors, and whatever else looks at one window alone; `fixed-windows.ts` has these.
 *
 * W4. A pane is dropped when the last window that it is in has been cleaned up. W11. Windows are merged
 *     from panes; the results are those of windows kept one by one. A key has one timer, for its next
 *     window that holds something; one for each window would be thousands.
 */
import { VOID_NAMESPACE, type KeyId, type StateTable } from '../../model/state.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { Timer } from '../timer/timer-queue.js';
import type { Fold } from './fold.js';
import type { PaneGrid } from './pane-grid.js';
import {
  accumulatorAt,
  dropBefore,
  emptyRow,
  endPosition,
  endsWith,
  firstPosition,
  insertPane,
  positionFrom,
  setAccumulator,
  startAt,
  type PaneRow,
} from './pane-row.js';
import { SlidingMerge } from './sliding-merge.js';
import { NOTHING } from './window-contents.js';
import type { WindowOutput } from './window-output.js';
import type { WindowTimes } from './window-times.js';
import type { Placed, Windows } from './windows.js';

export interface PaneWindowsParts {
  readonly grid: PaneGrid;
  readonly fold: Fold;
  readonly output: WindowOutput;
  readonly times: WindowTimes;
  readonly rows: StateTable<PaneRow>;
}

/** The panes that the next window of a key is made of, as far as they have been merged. */
interface Remembered {
  readonly row: PaneRow;
  readonly merge: SlidingMerge;
}

export class PaneWindows implements Windows {
  readonly #parts: PaneWindowsParts;
  readonly #grid: PaneGrid;
  readonly #fold: Fold;
  readonly #rows: StateTable<PaneRow>;
  /** By the number of a key, which may have become another's: the row tells. */
  readonly #remembered: (Remembered | undefined)[] = [];

  constructor(parts: PaneWindowsParts) {
    this.#parts = parts;
    this.#grid = parts.grid;
    this.#fold = parts.fold;
    this.#rows = parts.rows;
  }

  add(id: KeyId, value: unknown, timestamp: Timestamp): Placed {
    const { times } = this.#parts;
    // What time has not come to is in no window that has fired, nor in one that was cleaned up.
    const isAhead = timestamp > times.passed();
    if (!isAhead && times.isCleanedUp(this.#grid.lastEndOf(timestamp) - 1)) return 'late';
    const row = this.#rows.get(id, VOID_NAMESPACE) ?? this.#newRow(id);
    const pane = this.#grid.paneOf(timestamp);
    if (endsWith(row, pane)) this.#addToLast(row, value);
    else if (this.#addToPane(row, pane, value)) this.#keepTimer(id, row, pane);
    if (!isAhead) this.#onPassed(id, row, pane);
    return 'in-window';
  }

  onTimer({ time, id }: Timer): void {
    const row = this.#rows.get(id, VOID_NAMESPACE);
    if (row?.timer !== time) return;
    const end = time + 1;
    if (this.#grid.isEnd(end)) this.#fire(id, end, this.#mergeOf(id, row));
    this.#drop(row, time);
    if (firstPosition(row) < endPosition(row)) this.#moveTimer(id, row);
    else this.#forget(id);
  }

  metrics(): Readonly<Record<string, number>> {
    return { numKeysWithWindows: this.#rows.size() };
  }

  #newRow(id: KeyId): PaneRow {
    const row = emptyRow(MAX_TIMESTAMP);
    this.#rows.set(id, VOID_NAMESPACE, row);
    return row;
  }

  #addToLast({ accumulators }: PaneRow, value: unknown): void {
    const last = accumulators.length - 1;
    accumulators[last] = this.#fold.add(accumulators[last], value);
  }

  /** Answers whether the pane is a new one. */
  #addToPane(row: PaneRow, start: Timestamp, value: unknown): boolean {
    const fold = this.#fold;
    const position = positionFrom(row, start);
    if (position < endPosition(row) && startAt(row, position) === start) {
      setAccumulator(row, position, fold.add(accumulatorAt(row, position), value));
      return false;
    }
    insertPane(row, position, { start, accumulator: fold.first(value) });
    return true;
  }

  /** An earlier timer stays: it finds out. */
  #keepTimer(id: KeyId, row: PaneRow, pane: Timestamp): void {
    const { times } = this.#parts;
    const time = this.#timeOf(pane, times.passed());
    if (row.timer <= time) return;
    times.delete({ time: row.timer, id, namespace: VOID_NAMESPACE });
    row.timer = time;
    times.register({ time, id, namespace: VOID_NAMESPACE });
  }

  /** When a pane has to be looked at after a time: its next window ends, or it is cleaned up. */
  #timeOf(pane: Timestamp, after: Timestamp): Timestamp {
    const last = this.#grid.lastEndOf(pane);
    if (last - 1 <= after) return this.#parts.times.cleanupTimeOf(last - 1);
    const next = after === MIN_TIMESTAMP ? pane : Math.max(pane, after + 1);
    return this.#grid.endAfter(next) - 1;
  }

  #moveTimer(id: KeyId, row: PaneRow): void {
    const { times } = this.#parts;
    const first = startAt(row, firstPosition(row));
    const cleanup = times.cleanupTimeOf(this.#grid.lastEndOf(first) - 1);
    // Of the panes that windows still have to end for, the first has the next.
    const isOver = (at: number): boolean =>
      at < endPosition(row) && this.#grid.lastEndOf(startAt(row, at)) - 1 <= row.timer;
    let open = positionFrom(row, row.timer + 2 - this.#grid.sizeMs);
    while (isOver(open)) open += 1;
    const next = open < endPosition(row) ? this.#timeOf(startAt(row, open), row.timer) : cleanup;
    row.timer = Math.min(next, cleanup);
    times.registerNext({ time: row.timer, id, namespace: VOID_NAMESPACE });
  }

  /** A record has come into a pane of windows that have fired: they fire again, as far as they are kept. */
  #onPassed(id: KeyId, row: PaneRow, pane: Timestamp): void {
    const { times, fold } = this.#parts;
    if (this.#remembered[id]?.merge.covers(pane) === true) this.#remembered[id] = undefined;
    const merge = new SlidingMerge(fold, row);
    const first = this.#grid.endAfter(Math.max(pane, times.cleanedUntil() + 1));
    const last = Math.min(this.#grid.lastEndOf(pane), times.passed() + 1);
    for (let end = first; end <= last; end = this.#grid.nextEnd(end)) this.#fire(id, end, merge);
  }

  #fire(id: KeyId, end: Timestamp, merge: SlidingMerge): void {
    const { fold, output } = this.#parts;
    const start = end - this.#grid.sizeMs;
    const held = merge.slideTo(start, end);
    if (held === NOTHING) return;
    const fired = { id, namespace: start, window: { start, end }, timestamp: end - 1 };
    output.emit(fired, fold.inputOf(held));
  }

  #mergeOf(id: KeyId, row: PaneRow): SlidingMerge {
    const known = this.#remembered[id];
    if (known?.row === row) return known.merge;
    const merge = new SlidingMerge(this.#parts.fold, row);
    this.#remembered[id] = { row, merge };
    return merge;
  }

  /** Drops the panes of which no window is kept any more when a time has passed. */
  #drop(row: PaneRow, passed: Timestamp): void {
    const { times } = this.#parts;
    const end = endPosition(row);
    let position = firstPosition(row);
    const isDone = (at: number): boolean =>
      times.cleanupTimeOf(this.#grid.lastEndOf(startAt(row, at)) - 1) <= passed;
    while (position < end && isDone(position)) position += 1;
    dropBefore(row, position);
  }

  #forget(id: KeyId): void {
    this.#remembered[id] = undefined;
    this.#rows.delete(id, VOID_NAMESPACE);
  }
}
