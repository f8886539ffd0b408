/**
 * Owns: windows of the calendar: days, weeks and months as they are in a time zone.
 * Refuses: fixed lengths: a day has 23, 24 or 25 hours, and others where a zone has moved otherwise.
 *
 * W1. Borders are those of the zone, as the engine's time zone database has them, whenever the job was
 *     started. W13. Windows leave no gap and do not overlap: hours that come twice belong to the day that
 *     has begun, and a day that a zone has skipped has no window.
 */
import type { TimeDomain } from '../../model/process-function.js';
import type { Timestamp } from '../../model/time.js';
import type { AlignedWindowAssigner } from '../../model/window-assigner.js';
import type { TimeWindow } from '../../model/window.js';
import { firstDayOfMonth, monthOfDay } from './civil.js';
import { remembered } from './remembered.js';
import { TimeZone } from './time-zone.js';

/** How windows of the calendar stand. */
export interface CalendarOptions {
  /** A name of the IANA database: `Europe/Copenhagen`. */
  readonly timeZone: string;
  /** Whether records go by their timestamps or by the clock. Default: `event-time`. */
  readonly time?: TimeDomain;
}

export interface CalendarWeekOptions extends CalendarOptions {
  /** Default: `monday`, as ISO 8601 has it. */
  readonly weekStart?: Weekday;
}

export type Weekday = (typeof WEEKDAYS)[number];

/** From the day on which 1970 began. */
const WEEKDAYS = [
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
] as const;

/**
 * Windows of one day in a time zone, also where the clocks change.
 *
 * @example
 * ```ts
 * import { calendarDays, hours } from '@millrace/core';
 *
 * const days = calendarDays({ timeZone: 'Europe/Copenhagen' });
 * const [day] = days.assignWindows(Date.UTC(2018, 9, 28, 12));
 * console.log((day!.end - day!.start) / hours(1)); // 25
 * ```
 */
export function calendarDays(options: CalendarOptions): AlignedWindowAssigner {
  return calendar('calendarDays', options, { indexOf: (day) => day, firstDayOf: (day) => day });
}

/**
 * Windows of one week in a time zone.
 *
 * @example
 * ```ts
 * import { calendarWeeks } from '@millrace/core';
 *
 * const weeks = calendarWeeks({ timeZone: 'UTC', weekStart: 'sunday' });
 * const [week] = weeks.assignWindows(Date.UTC(2026, 0, 1));
 * console.log(new Date(week!.start).toISOString()); // 2025-12-28T00:00:00.000Z
 * ```
 */
export function calendarWeeks(options: CalendarWeekOptions): AlignedWindowAssigner {
  const { weekStart = 'monday' } = options;
  const first = WEEKDAYS.indexOf(weekStart);
  return calendar('calendarWeeks', options, {
    indexOf: (day) => Math.floor((day - first) / 7),
    firstDayOf: (week) => week * 7 + first,
  });
}

/**
 * Windows of one month in a time zone.
 *
 * @example
 * ```ts
 * import { calendarMonths } from '@millrace/core';
 *
 * const months = calendarMonths({ timeZone: 'Asia/Kathmandu' });
 * const [month] = months.assignWindows(Date.UTC(2024, 1, 10));
 * console.log(new Date(month!.start).toISOString()); // 2024-01-31T18:15:00.000Z
 * ```
 */
export function calendarMonths(options: CalendarOptions): AlignedWindowAssigner {
  return calendar('calendarMonths', options, {
    indexOf: monthOfDay,
    firstDayOf: firstDayOfMonth,
  });
}

/** How local days, counted from 1970-01-01, make windows, which are counted too. */
interface CalendarUnit {
  readonly indexOf: (day: number) => number;
  readonly firstDayOf: (index: number) => number;
}

function calendar(
  kind: string,
  { timeZone, time = 'event-time' }: CalendarOptions,
  unit: CalendarUnit,
): AlignedWindowAssigner {
  const zone = new TimeZone(timeZone);
  const startOf = (index: number): Timestamp => zone.startOf(unit.firstDayOf(index));
  const windowAt = remembered((timestamp) => {
    const index = unit.indexOf(zone.dayOf(timestamp));
    return windowFrom(index, timestamp, startOf);
  });
  return {
    kind: 'fixed',
    name: `${kind}(${timeZone})`,
    time,
    assignWindows: (timestamp) => [windowAt(timestamp)],
    windowAt,
  };
}

/** A later one than its local day says, where clocks go back over a border that has passed. */
function windowFrom(
  index: number,
  timestamp: Timestamp,
  startOf: (index: number) => Timestamp,
): TimeWindow {
  let [start, end] = [startOf(index), startOf(index + 1)];
  for (let next = index + 2; end <= timestamp; next++) [start, end] = [end, startOf(next)];
  return { start, end };
}
