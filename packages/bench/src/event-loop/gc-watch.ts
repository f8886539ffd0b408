/**
 * Owns: the longest garbage collection of a stretch of time.
 */
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Watches from now until the returned function is called, which answers in milliseconds. */
export function watchGc(): () => Promise<number> {
  let maxMs = 0;
  const note = (entries: readonly PerformanceEntry[]): void => {
    for (const { duration } of entries) maxMs = Math.max(maxMs, duration);
  };
  const observer = new PerformanceObserver((list) => {
    note(list.getEntries());
  });
  observer.observe({ entryTypes: ['gc'] });
  return async () => {
    await nextTurn(); // entries come a turn after the collection
    note(observer.takeRecords());
    observer.disconnect();
    return maxMs;
  };
}
