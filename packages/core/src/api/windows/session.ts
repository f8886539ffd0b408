/**
 * Owns: `session()`: windows that last as long as records keep coming.
 * Refuses: gaps that are not whole milliseconds.
 *
 * W3. A record opens a window from its timestamp to the gap's end; windows of a key that touch are one.
 */
import { MillraceError } from '../../model/error.js';
import type { TimeDomain } from '../../model/process-function.js';
import { addSaturating, type Milliseconds } from '../../model/time.js';
import type { MergingWindowAssigner } from '../../model/window-assigner.js';
import { isLength } from './grid.js';

/** How sessions stand. */
export interface SessionOptions {
  /** Whether records go by their timestamps or by the clock. Default: `event-time`. */
  readonly time?: TimeDomain;
}

/**
 * Windows that last as long as records of a key follow each other within the gap, which may depend on the
 * record. Two records that are exactly a gap apart are in one session.
 *
 * An aggregate over sessions needs a `merge`, and a trigger an `onMerge`.
 *
 * @example
 * ```ts
 * import { minutes, session } from '@millrace/core';
 *
 * interface Visit { readonly device: 'phone' | 'desk' }
 * const fixed = session(minutes(30));
 * const byDevice = session<Visit>((visit) => minutes(visit.device === 'phone' ? 5 : 30));
 * console.log(fixed.name, byDevice.assignWindow(0, { device: 'phone' }).end); // session(1800000) 300000
 * ```
 */
export function session<T>(
  gap: Milliseconds | ((value: T) => Milliseconds),
  options: SessionOptions = {},
): MergingWindowAssigner<T> {
  const { time = 'event-time' } = options;
  const gapOf = typeof gap === 'function' ? gap : (): Milliseconds => gap;
  if (typeof gap !== 'function') checkedGap(gap);
  return {
    kind: 'merging',
    name: typeof gap === 'function' ? 'session(by element)' : `session(${String(gap)})`,
    time,
    assignWindow: (timestamp, value) => ({
      start: timestamp,
      end: addSaturating(timestamp, checkedGap(gapOf(value))),
    }),
  };
}

function checkedGap(gap: Milliseconds): Milliseconds {
  if (isLength(gap)) return gap;
  const sentence = `a session cannot have a gap of ${String(gap)} ms; use a whole number of 1 or more`;
  throw new MillraceError('WINDOW_INVALID', sentence);
}
