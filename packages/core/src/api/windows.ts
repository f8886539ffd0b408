/**
 * Owns: the ready window assigners.
 * Refuses: windows whose length is not a whole number of milliseconds.
 */
import { MillraceError } from '../model/error.js';
import { addSaturating, type Milliseconds, type Timestamp } from '../model/time.js';
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
  if (!Number.isSafeInteger(sizeMs) || sizeMs <= 0) {
    const sentence = `a tumbling window cannot be ${String(sizeMs)} ms long; use a whole number of 1 or more`;
    throw new MillraceError('WINDOW_INVALID', sentence);
  }
  return {
    name: `tumbling(${String(sizeMs)})`,
    sizeMs,
    assignWindows: (timestamp) => [windowAt(timestamp, sizeMs)],
  };
}

function windowAt(timestamp: Timestamp, sizeMs: Milliseconds): TimeWindow {
  // JavaScript's % keeps the sign, which would put -1 into the window of 0.
  const rest = timestamp % sizeMs;
  const sinceStart = rest < 0 ? rest + sizeMs : rest;
  // Both within time: a window that ended beyond its end would never fire, and before its beginning
  // whole numbers are no longer told apart.
  return {
    start: addSaturating(timestamp, -sinceStart),
    end: addSaturating(timestamp, sizeMs - sinceStart),
  };
}
