/**
 * Owns: the arithmetic of the Gregorian calendar: months and days, both counted.
 * Refuses: time zones, and `Date`, which knows two of them.
 */

/** Days before each month of a year that is no leap year. */
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

/** From the first day of the year 1 to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_162;

const DAYS_A_MONTH = 365.2425 / 12;

/** A month by number: twelve times the year, and 0 for January. */
export function monthNumber(year: number, month: number): number {
  return year * 12 + month - 1;
}

/** The first day of a month, counted from 1970-01-01. */
export function firstDayOfMonth(month: number): number {
  const year = Math.floor(month / 12);
  const inYear = month - year * 12;
  const leapDay = inYear > 1 && isLeap(year) ? 1 : 0;
  return daysBefore(year) + DAYS_BEFORE_MONTH[inYear]! + leapDay;
}

/** The month of a day, counted from 1970-01-01. */
export function monthOfDay(day: number): number {
  let month = monthNumber(1970, 1) + Math.floor(day / DAYS_A_MONTH);
  while (firstDayOfMonth(month) > day) month -= 1;
  while (firstDayOfMonth(month + 1) <= day) month += 1;
  return month;
}

function daysBefore(year: number): number {
  const years = year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays - DAYS_BEFORE_1970;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
