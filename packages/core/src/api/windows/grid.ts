/**
 * Owns: windows on a grid: of one length, each beginning a slide after the one before, shifted by an
 * offset.
 * Refuses: lengths that are not whole milliseconds, and offsets that are a whole window or more.
 *
 * W1. The grid is fixed to the epoch, and goes on before it. W2. A record is in every window with
 *     start <= timestamp < end.
 */
import { MillraceError } from '../../model/error.js';
import type { TimeDomain } from '../../model/process-function.js';
import {
  addSaturating,
  MIN_TIMESTAMP,
  type Milliseconds,
  type Timestamp,
} from '../../model/time.js';
import type { AlignedWindowAssigner, SlidingGrid } from '../../model/window-assigner.js';
import type { TimeWindow } from '../../model/window.js';
import { remembered } from './remembered.js';

/** How windows on a grid stand. */
export interface GridOptions {
  /** Shifts all windows: `-hours(8)` makes days of UTC+8. Shorter than a window. Default: 0. */
  readonly offset?: Milliseconds;
  /** Whether records go by their timestamps or by the clock. Default: `event-time`. */
  readonly time?: TimeDomain;
}

/** Windows that neither overlap nor leave gaps. */
export function tumblingGrid(
  name: string,
  grid: SlidingGrid,
  time: TimeDomain,
): AlignedWindowAssigner {
  const windowAt = remembered((timestamp) => windowOn(grid, timestamp));
  const assignWindows = (timestamp: Timestamp): readonly TimeWindow[] => [windowAt(timestamp)];
  return { kind: 'fixed', name, time, grid, assignWindows, windowAt };
}

/** Windows that overlap, or leave gaps between them. */
export function slidingGrid(
  name: string,
  grid: SlidingGrid,
  time: TimeDomain,
): AlignedWindowAssigner {
  const windowAt = (start: Timestamp): TimeWindow => windowFrom(grid, start);
  const assignWindows = (timestamp: Timestamp): readonly TimeWindow[] => {
    const windows: TimeWindow[] = [];
    const first = floorTo(timestamp, grid);
    for (let start = first; start > timestamp - grid.sizeMs; start -= grid.slideMs) {
      if (start < MIN_TIMESTAMP) break;
      windows.push(windowFrom(grid, start));
    }
    return windows.reverse();
  };
  return { kind: 'fixed', name, time, grid, assignWindows, windowAt };
}

// Both within time: a window that ended beyond its end would never fire, and before its beginning
// whole numbers are no longer told apart.
function windowOn(grid: SlidingGrid, timestamp: Timestamp): TimeWindow {
  const sinceStart = sinceSlide(timestamp, grid);
  return {
    start: addSaturating(timestamp, -sinceStart),
    end: addSaturating(timestamp, grid.sizeMs - sinceStart),
  };
}

function windowFrom({ sizeMs }: SlidingGrid, start: Timestamp): TimeWindow {
  return { start, end: addSaturating(start, sizeMs) };
}

function floorTo(timestamp: Timestamp, grid: SlidingGrid): Timestamp {
  return timestamp - sinceSlide(timestamp, grid);
}

/** How long ago the last slide began. */
function sinceSlide(timestamp: Timestamp, { slideMs, offsetMs }: SlidingGrid): Milliseconds {
  // The offset's rest first, so that no sum leaves the whole numbers. JavaScript's % keeps the sign,
  // which would put -1 into the window of 0.
  const rest = ((timestamp % slideMs) - (offsetMs % slideMs)) % slideMs;
  return rest < 0 ? rest + slideMs : rest;
}

/** The grid, if its lengths make one. */
export function checkedGrid(kind: string, grid: SlidingGrid): SlidingGrid {
  const { sizeMs, slideMs, offsetMs } = grid;
  if (!isLength(sizeMs))
    throw windowInvalid(`a ${kind} window cannot be ${String(sizeMs)} ms long`);
  if (!isLength(slideMs))
    throw windowInvalid(`a ${kind} window cannot slide by ${String(slideMs)} ms`);
  if (Number.isSafeInteger(offsetMs) && Math.abs(offsetMs) < slideMs) return grid;
  const most = slideMs === sizeMs ? 'its size' : 'its slide';
  const sentence = `a ${kind} window cannot be shifted by ${String(offsetMs)} ms; use a whole number between minus and plus ${most} of ${String(slideMs)}`;
  throw new MillraceError('WINDOW_INVALID', sentence);
}

export function isLength(length: unknown): length is Milliseconds {
  return Number.isSafeInteger(length) && (length as number) > 0;
}

function windowInvalid(what: string): MillraceError {
  return new MillraceError('WINDOW_INVALID', `${what}; use a whole number of 1 or more`);
}
