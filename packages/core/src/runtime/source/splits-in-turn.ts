/**
 * Owns: the splits that an input reads, and whose turn it is.
 * Refuses: to poll.
 */
import type { PolledReader } from './split-supply.js';
import type { SplitTime } from './split-time.js';

export interface ReadSplit {
  readonly id: string;
  readonly reader: PolledReader;
  readonly time: SplitTime;
}

export class SplitsInTurn {
  readonly #splits: ReadSplit[] = [];
  /** Whose turn it was. */
  #at = -1;

  size(): number {
    return this.#splits.length;
  }

  add(split: ReadSplit): void {
    this.#splits.push(split);
  }

  /** The next in turn; there is one. */
  next(): ReadSplit {
    this.#at = (this.#at + 1) % this.#splits.length;
    return this.#splits[this.#at]!;
  }

  remove(split: ReadSplit): void {
    const at = this.#splits.indexOf(split);
    this.#splits.splice(at, 1);
    if (at <= this.#at) this.#at -= 1;
  }
}
