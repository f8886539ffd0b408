/**
 * Owns: where the panes of overlapping windows lie: their borders are all starts and all ends of windows,
 * so that each window is made of whole panes, two a slide at most.
 * Refuses: to hold panes.
 */
import type { Milliseconds, Timestamp } from '../../model/time.js';
import type { SlidingGrid } from '../../model/window-assigner.js';

export class PaneGrid {
  readonly sizeMs: Milliseconds;
  readonly #slide: Milliseconds;
  readonly #offset: Milliseconds;
  /** How long after a slide's begin windows end; 0 where they end with it. */
  readonly #endsAfter: Milliseconds;
  /** The slide of the last timestamp, since the next is often in it too. */
  #last: Timestamp;

  constructor({ sizeMs, slideMs, offsetMs }: SlidingGrid) {
    this.sizeMs = sizeMs;
    this.#slide = slideMs;
    this.#offset = offsetMs;
    this.#endsAfter = sizeMs % slideMs;
    this.#last = this.#slideAt(0);
  }

  paneOf(timestamp: Timestamp): Timestamp {
    const slide = this.#slideOf(timestamp);
    return timestamp < slide + this.#endsAfter ? slide : slide + this.#endsAfter;
  }

  /** The end of the last window that a timestamp is in. */
  lastEndOf(timestamp: Timestamp): Timestamp {
    return this.#slideOf(timestamp) + this.sizeMs;
  }

  /** The first end of a window after a timestamp, which is that of the first window it is in. */
  endAfter(timestamp: Timestamp): Timestamp {
    return this.#slideOf(timestamp - this.#endsAfter) + this.#endsAfter + this.#slide;
  }

  isEnd(timestamp: Timestamp): boolean {
    return this.endAfter(timestamp - 1) === timestamp;
  }

  nextEnd(end: Timestamp): Timestamp {
    return end + this.#slide;
  }

  #slideOf(timestamp: Timestamp): Timestamp {
    const since = timestamp - this.#last;
    if (since < 0 || since >= this.#slide) this.#last = this.#slideAt(timestamp);
    return this.#last;
  }

  #slideAt(timestamp: Timestamp): Timestamp {
    const rest = (timestamp - this.#offset) % this.#slide;
    return timestamp - (rest < 0 ? rest + this.#slide : rest);
  }
}
