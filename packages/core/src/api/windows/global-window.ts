/**
 * Owns: `globalWindow()`: one window for all records of a key.
 * Refuses: to fire by itself: it has no end before that of time.
 */
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '../../model/time.js';
import type { FixedWindowAssigner } from '../../model/window-assigner.js';
import { neverTrigger } from './triggers.js';

const ALL_TIME = { start: MIN_TIMESTAMP, end: MAX_TIMESTAMP };

/**
 * One window for all records of a key. Without a trigger it emits nothing, and nothing in it is late.
 *
 * @example
 * ```ts
 * import { countTrigger, defineJob, forEachSink, fromArray, globalWindow, purgingTrigger } from '@millrace/core';
 *
 * defineJob('by threes', (env) => {
 *   env.fromSource(fromArray([1, 2, 3, 4]))
 *     .keyBy(() => 'all')
 *     .window(globalWindow())
 *     .trigger(purgingTrigger(countTrigger(3)))
 *     .reduce((sum, n) => sum + n)
 *     .sinkTo(forEachSink(({ value }) => console.log(value)));
 * });
 * ```
 */
export function globalWindow(): FixedWindowAssigner {
  return {
    kind: 'fixed',
    name: 'global',
    time: 'none',
    assignWindows: () => [ALL_TIME],
    windowAt: () => ALL_TIME,
    defaultTrigger: neverTrigger(),
  };
}
