/**
 * Owns: the ready window assigners.
 * Refuses: windows without length.
 */
import { MillraceError } from '../model/error.js';
import type { Milliseconds, Timestamp } from '../model/time.js';
import type { TimeWindow, WindowAssigner } from '../model/window.js';

/**
 * Windows of one size that neither overlap nor leave gaps, aligned with the epoch, also before it.
 *
 * @example
 * ```ts
 * import { days, tumbling } from '@millrace/core';
 *
 * console.log(tumbling(days(1)).assignWindows(Date.UTC(2001, 0, 10, 8))[0]?.start); // 979084800000
 * ```
 */
export function tumbling(sizeMs: Milliseconds): WindowAssigner {
  if (!(sizeMs > 0)) {
    throw new MillraceError('WINDOW_INVALID', `a tumbling window of ${String(sizeMs)} ms is empty`);
  }
  return {
    name: `tumbling(${String(sizeMs)})`,
    sizeMs,
    assignWindows: (timestamp) => [windowAt(timestamp, sizeMs)],
  };
}

function windowAt(timestamp: Timestamp, sizeMs: Milliseconds): TimeWindow {
  // JavaScript's % keeps the sign, which would put -1 into the window of 0.
  const start = timestamp - (((timestamp % sizeMs) + sizeMs) % sizeMs);
  return { start, end: start + sizeMs };
}
