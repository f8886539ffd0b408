/**
 * Owns: dates as values: their class, their time, and a date made of a time.
 * Refuses: to read a clock; a `Date` of a given time knows none.
 */
/* eslint-disable no-restricted-globals -- No clock is read here. */

export const DATE_PROTOTYPE: object = Date.prototype;

/** The time of a date of any realm; NaN where the date is invalid. */
export function timeOfDate(date: object): number {
  return Date.prototype.getTime.call(date);
}

export function dateOfTime(time: number): Date {
  return new Date(time);
}
