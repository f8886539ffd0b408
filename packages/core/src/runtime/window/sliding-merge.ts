/**
 * Owns: the accumulator of a window that slides over the panes of one key.
 * Refuses: to be kept in state: it is made of the panes again.
 *
 * W11. Two stacks: of the front, every pane has the merge of itself and those behind it in the front;
 *     the back is one accumulator, to which panes are merged as they come. When the front is used up the
 *     back becomes the front. So a slide costs a constant number of merges, however many panes a window
 *     has. `merge` may change its left argument, so what is on the left is always a copy.
 */
import type { Timestamp } from '../../model/time.js';
import type { Fold } from './fold.js';
import { accumulatorAt, endPosition, positionFrom, startAt, type PaneRow } from './pane-row.js';
import { NOTHING } from './window-contents.js';

export class SlidingMerge {
  readonly #fold: Fold;
  readonly #row: PaneRow;
  /** The last is that of the pane at `#from`. */
  #front: unknown[] = [];
  #back: unknown = NOTHING;
  #from = 0;
  #to = 0;

  constructor(fold: Fold, row: PaneRow) {
    this.#fold = fold;
    this.#row = row;
  }

  /** Whether a pane that starts here has been merged. */
  covers(start: Timestamp): boolean {
    return this.#to > this.#from && start <= startAt(this.#row, this.#to - 1);
  }

  /** What the panes from `start` to `end` hold; the next window ends no earlier. A copy, or nothing. */
  slideTo(start: Timestamp, end: Timestamp): unknown {
    const from = positionFrom(this.#row, start);
    if (from >= this.#to) this.#beginAt(from);
    this.#takeUntil(end);
    this.#dropBefore(from);
    return this.#merged();
  }

  #beginAt(position: number): void {
    this.#front = [];
    this.#back = NOTHING;
    this.#from = position;
    this.#to = position;
  }

  #takeUntil(end: Timestamp): void {
    const { copy, merge } = this.#fold;
    const last = endPosition(this.#row);
    for (; this.#to < last && startAt(this.#row, this.#to) < end; this.#to++) {
      const pane = accumulatorAt(this.#row, this.#to);
      this.#back = this.#back === NOTHING ? copy(pane) : merge(this.#back, pane);
    }
  }

  #dropBefore(position: number): void {
    const dropped = position - this.#from;
    if (dropped <= 0) return;
    if (dropped <= this.#front.length) this.#front.length -= dropped;
    else this.#turn(position);
    this.#from = position;
  }

  /** The front is used up: the back, from a position on, becomes the front. */
  #turn(from: number): void {
    const { copy, merge } = this.#fold;
    this.#front = [];
    for (let at = this.#to - 1, behind: unknown = NOTHING; at >= from; at--) {
      const pane = copy(accumulatorAt(this.#row, at));
      behind = behind === NOTHING ? pane : merge(pane, behind);
      this.#front.push(behind);
    }
    this.#back = NOTHING;
  }

  #merged(): unknown {
    const { copy, merge } = this.#fold;
    const front = this.#front.at(-1);
    if (this.#front.length === 0) return this.#back === NOTHING ? NOTHING : copy(this.#back);
    return this.#back === NOTHING ? copy(front) : merge(copy(front), this.#back);
  }
}
