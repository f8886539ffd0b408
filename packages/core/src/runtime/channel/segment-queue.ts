/**
 * Owns: the records of a channel, first in first out, in segments of one run's length.
 * Refuses: to copy where it can exchange. A run that comes fills a segment by giving its arrays and
 *     getting empty ones; a run that leaves a whole segment likewise. Nothing is allocated then, and
 *     no array has two owners.
 *
 * Small runs are copied together, so that every segment but the last is at least half full: the
 * queue holds at most twice as many slots as records, and one segment.
 */
import { createRun, type Run } from '../../model/run.js';

/** A run of which the first `taken` records are gone. */
interface Segment {
  readonly run: Run<unknown>;
  taken: number;
}

export class SegmentQueue {
  readonly #runRecordsMax: number;
  #segments: Segment[] = [];
  #spares: Segment[] = [];

  constructor(runRecordsMax: number) {
    this.#runRecordsMax = runRecordsMax;
  }

  /** Takes what the run holds, and leaves it empty. */
  append(run: Run<unknown>): void {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.run.length + run.length <= this.#runRecordsMax) {
      copy(run, last.run, { start: 0, count: run.length });
    } else {
      const segment = this.#spares.pop() ?? { run: createRun(this.#runRecordsMax), taken: 0 };
      if (run.length * 2 >= this.#runRecordsMax) exchange(run, segment.run);
      else copy(run, segment.run, { start: 0, count: run.length });
      this.#segments.push(segment);
    }
    run.length = 0;
  }

  /** Moves at most `recordsMax` records into an empty run, all of one segment. */
  take(run: Run<unknown>, recordsMax: number): void {
    const first = this.#segments[0];
    if (first === undefined) return;
    const left = first.run.length - first.taken;
    if (first.taken === 0 && left <= recordsMax) exchange(first.run, run);
    else copy(first.run, run, { start: first.taken, count: Math.min(left, recordsMax) });
    first.taken += run.length;
    if (left === run.length) this.#recycle();
  }

  #recycle(): void {
    const segment = this.#segments.shift()!;
    segment.taken = 0;
    segment.run.length = 0;
    this.#spares.push(segment);
  }
}

/** The empty run `to` gets what `from` holds, and `from` gets its empty arrays. */
function exchange(from: Run<unknown>, to: Run<unknown>): void {
  const { values, timestamps } = to;
  to.values = from.values;
  to.timestamps = from.timestamps;
  to.length = from.length;
  from.values = values;
  from.timestamps = timestamps;
}

interface Stretch {
  readonly start: number;
  readonly count: number;
}

/** Appends a stretch of `from`. */
function copy(from: Run<unknown>, to: Run<unknown>, { start, count }: Stretch): void {
  let at = to.length;
  for (let i = start; i < start + count; i++, at++) {
    to.values[at] = from.values[i];
    to.timestamps[at] = from.timestamps[i]!;
  }
  to.length = at;
}
