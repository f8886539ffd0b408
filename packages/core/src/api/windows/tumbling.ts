/**
 * Owns: `tumbling()`: windows of one size, side by side.
 * Refuses: sizes and offsets that make no grid.
 */
import type { Milliseconds } from '../../model/time.js';
import type { AlignedWindowAssigner } from '../../model/window-assigner.js';
import { checkedGrid, tumblingGrid, type GridOptions } from './grid.js';

/**
 * Windows of one size that neither overlap nor leave gaps, aligned with the epoch, also before it.
 *
 * @example
 * ```ts
 * import { days, hours, tumbling } from '@millrace/core';
 *
 * console.log(tumbling(days(1)).assignWindows(Date.UTC(2001, 0, 10, 8))[0]?.start); // 979084800000
 *
 * const daysInShanghai = tumbling(days(1), { offset: -hours(8) });
 * const [day] = daysInShanghai.assignWindows(Date.UTC(2001, 0, 10, 20));
 * console.log(new Date(day!.start).toISOString()); // 2001-01-10T16:00:00.000Z
 * ```
 */
export function tumbling(sizeMs: Milliseconds, options: GridOptions = {}): AlignedWindowAssigner {
  const { offset = 0, time = 'event-time' } = options;
  const grid = checkedGrid('tumbling', { sizeMs, slideMs: sizeMs, offsetMs: offset });
  return tumblingGrid(`tumbling(${String(sizeMs)})`, grid, time);
}
