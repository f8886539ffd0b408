/**
 * Owns: the ready evictors.
 * Refuses: to know how a window keeps its elements.
 *
 * W9. What an evictor leaves is what the window holds from then on.
 */
import type { Evict, Evictor } from '../../model/evictor.js';
import { MillraceError } from '../../model/error.js';
import type { Milliseconds } from '../../model/time.js';
import { isLength } from './grid.js';

/** When elements are taken out. */
export interface EvictorOptions {
  /** Before the window function sees them, or after. Default: `before`. */
  readonly evict?: 'before' | 'after';
}

/**
 * Keeps the last elements, so many of them.
 *
 * @example
 * ```ts
 * import { countEvictor } from '@millrace/core';
 *
 * console.log(countEvictor(2).name); // count(2)
 * ```
 */
export function countEvictor(elements: number, options: EvictorOptions = {}): Evictor {
  if (!isLength(elements)) throw evictorInvalid(`keep ${String(elements)} elements`);
  return evictorOf(`count(${String(elements)})`, options, (all) => all.slice(-elements));
}

/**
 * Keeps elements that are younger than the youngest by less than so long.
 *
 * @example
 * ```ts
 * import { minutes, timeEvictor } from '@millrace/core';
 *
 * console.log(timeEvictor(minutes(1)).name); // time(60000)
 * ```
 */
export function timeEvictor(keptMs: Milliseconds, options: EvictorOptions = {}): Evictor {
  if (!isLength(keptMs)) throw evictorInvalid(`keep elements for ${String(keptMs)} ms`);
  return evictorOf(`time(${String(keptMs)})`, options, (all) => {
    let youngest = Number.NEGATIVE_INFINITY;
    for (const { timestamp } of all) youngest = Math.max(youngest, timestamp);
    return all.filter(({ timestamp }) => timestamp > youngest - keptMs);
  });
}

function evictorOf(
  name: string,
  { evict = 'before' }: EvictorOptions,
  take: Evict<unknown>,
): Evictor {
  return evict === 'before' ? { name, evictBefore: take } : { name, evictAfter: take };
}

function evictorInvalid(what: string): MillraceError {
  return new MillraceError(
    'WINDOW_INVALID',
    `an evictor cannot ${what}; use a whole number of 1 or more`,
  );
}
