/**
 * Owns: the windows of the last records, since the next one is mostly in one of them.
 * Refuses: windows that overlap.
 */
import type { Timestamp } from '../../model/time.js';
import type { TimeWindow } from '../../model/window.js';

/** Records that come out of order are seldom in more windows than this. */
const WINDOWS_MAX = 8;

/** The same windows, computed only where a timestamp is in none of the last. */
export function remembered(windowOf: (timestamp: Timestamp) => TimeWindow): typeof windowOf {
  let last: TimeWindow = { start: 0, end: 0 };
  const recent: TimeWindow[] = [];
  const find = (timestamp: Timestamp): TimeWindow => {
    const known = recent.find(({ start, end }) => timestamp >= start && timestamp < end);
    if (known !== undefined) return known;
    const window = windowOf(timestamp);
    if (recent.unshift(window) > WINDOWS_MAX) recent.pop();
    return window;
  };
  return (timestamp) => {
    if (timestamp < last.start || timestamp >= last.end) last = find(timestamp);
    return last;
  };
}
