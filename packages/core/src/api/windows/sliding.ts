/**
 * Owns: `sliding()`: windows of one size that begin at a steady pace.
 * Refuses: sizes, slides and offsets that make no grid.
 */
import type { Milliseconds } from '../../model/time.js';
import type { AlignedWindowAssigner } from '../../model/window-assigner.js';
import { checkedGrid, slidingGrid, type GridOptions } from './grid.js';

/**
 * Windows of one size, of which one begins every `slideMs`, aligned with the epoch. A record is in all
 * that it falls into; where the slide is longer than the size, some records are in none, and are not
 * late for it.
 *
 * An aggregate with a `merge` costs little more than with tumbling windows, however many windows overlap:
 * each record is added once, to a pane, and windows are merged from panes.
 *
 * @example
 * ```ts
 * import { minutes, sliding } from '@millrace/core';
 *
 * const windows = sliding(minutes(10), minutes(5)).assignWindows(minutes(12));
 * console.log(windows.map(({ start }) => start / minutes(1))); // [ 5, 10 ]
 * ```
 */
export function sliding(
  sizeMs: Milliseconds,
  slideMs: Milliseconds,
  options: GridOptions = {},
): AlignedWindowAssigner {
  const { offset = 0, time = 'event-time' } = options;
  const grid = checkedGrid('sliding', { sizeMs, slideMs, offsetMs: offset });
  return slidingGrid(`sliding(${String(sizeMs)}, ${String(slideMs)})`, grid, time);
}
