/**
 * Owns: local days of a time zone: which one an instant is in, and when one begins.
 * Refuses: a time zone database of its own: the engine's `Intl` has one.
 */
import { MillraceError } from '../../model/error.js';
import type { Milliseconds, Timestamp } from '../../model/time.js';
import { firstDayOfMonth, monthNumber } from './civil.js';

const DAY_MS = 86_400_000;

/** In the year 5. Before our era `Intl` counts years otherwise, and no zone had changed its offset yet. */
const FIRST_INSTANT: Timestamp = -62_000_000_000_000;

type Fields = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

export class TimeZone {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const numeric = 'numeric';
    try {
      this.#format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        calendar: 'iso8601',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        year: numeric,
        month: numeric,
        day: numeric,
        hour: numeric,
        minute: numeric,
        second: numeric,
      });
    } catch (cause) {
      const sentence = `there is no time zone ${JSON.stringify(timeZone)}; use a name of the IANA database such as "Europe/Copenhagen"`;
      throw new MillraceError('WINDOW_INVALID', sentence, { cause });
    }
  }

  /** The local day of an instant, counted from 1970-01-01. */
  dayOf(instant: Timestamp): number {
    return Math.floor((instant + this.#offsetAt(instant)) / DAY_MS);
  }

  /**
   * The first instant of a local day, or after it where the zone has skipped its midnight. Where a
   * midnight comes twice, it is the first of both.
   */
  startOf(day: number): Timestamp {
    const local = day * DAY_MS;
    const offsets = [this.#offsetAt(local - DAY_MS), this.#offsetAt(local + DAY_MS)];
    const candidates = offsets.map((offset) => local - offset).sort((a, b) => a - b);
    const exact = candidates.find((instant) => instant + this.#offsetAt(instant) === local);
    return exact ?? this.#firstFrom(local, candidates as [Timestamp, Timestamp]);
  }

  /** The instant at which the clocks jump over a local time. */
  #firstFrom(local: Timestamp, [before, after]: readonly [Timestamp, Timestamp]): Timestamp {
    let [low, high] = [before, after];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (middle + this.#offsetAt(middle) >= local) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #offsetAt(instant: Timestamp): Milliseconds {
    const asked = Math.max(instant, FIRST_INSTANT);
    const fields = {} as Record<Fields, number>;
    for (const { type, value } of this.#format.formatToParts(asked)) {
      if (type in NAMES) fields[type as Fields] = Number(value);
    }
    const day = firstDayOfMonth(monthNumber(fields.year, fields.month)) + fields.day - 1;
    const seconds = (fields.hour * 60 + fields.minute) * 60 + fields.second;
    return day * DAY_MS + seconds * 1_000 - wholeSeconds(asked);
  }
}

const NAMES: Record<Fields, true> = {
  year: true,
  month: true,
  day: true,
  hour: true,
  minute: true,
  second: true,
};

function wholeSeconds(instant: Timestamp): Timestamp {
  return Math.floor(instant / 1_000) * 1_000;
}
