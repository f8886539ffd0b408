/**
 * Owns: the window of the last record, since the next is often in it too.
 * Refuses: windows that overlap.
 */
import type { Timestamp } from '../../model/time.js';
import type { TimeWindow } from '../../model/window.js';

/** The same windows, computed only where a timestamp is not in the window before. */
export function remembered(windowOf: (timestamp: Timestamp) => TimeWindow): typeof windowOf {
  let last: TimeWindow = { start: 0, end: 0 };
  return (timestamp) => {
    if (timestamp < last.start || timestamp >= last.end) last = windowOf(timestamp);
    return last;
  };
}
