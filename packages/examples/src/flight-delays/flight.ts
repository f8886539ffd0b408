/**
 * Owns: what the job knows of a flight, and how a record of the file becomes one.
 * Refuses: an unchecked cast: what does not fit is refused with the field and what stands there.
 *
 * The dates of the file have no zone; they are read as UTC, so that a day is a day of the file.
 */
import type { Timestamp } from '@millrace/core';

export interface Flight {
  readonly departedAt: Timestamp;
  /** Minutes of delay on arrival; negative when the flight was early. Whole, as the file has it. */
  readonly delay: number;
  readonly distance: number;
  readonly origin: string;
  readonly destination: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The flight in a parsed record, or an error that says what is wrong with it. */
export function decodeFlight(value: unknown): Flight {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`a flight is an object, not ${JSON.stringify(value)}`);
  }
  const fields = value as Fields;
  return {
    departedAt: dateOf(fields),
    delay: wholeNumberOf(fields, 'delay'),
    distance: wholeNumberOf(fields, 'distance'),
    origin: airportOf(fields, 'origin'),
    destination: airportOf(fields, 'destination'),
  };
}

function wholeNumberOf(fields: Fields, name: string): number {
  const value = fields[name];
  // Whole numbers add up to the same sum in any order, and the order is what this job mixes up.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw refused(fields, name, 'a whole number');
}

function airportOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  throw refused(fields, name, 'the code of an airport');
}

const DATE = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d)$/;

function dateOf(fields: Fields): Timestamp {
  const parts = DATE.exec(String(fields['date']));
  if (parts === null) throw refused(fields, 'date', 'like 2001/01/10 18:20');
  const [, year, month, day, hour, minute] = parts.map(Number) as Six;
  const departedAt = Date.UTC(year, month - 1, day, hour, minute);
  const date = new Date(departedAt);
  // Date.UTC takes the 31st of February and makes it the 3rd of March.
  const isCalendar = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const isClock = date.getUTCHours() === hour && date.getUTCMinutes() === minute;
  if (isCalendar && isClock) return departedAt;
  throw refused(fields, 'date', 'a date of the calendar');
}

/** The whole match, which is no number, and its five parts. */
type Six = [number, number, number, number, number, number];

function refused(fields: Fields, name: string, expected: string): TypeError {
  const value = fields[name];
  if (value === undefined) return new TypeError(`a flight has no ${name}`);
  return new TypeError(`the ${name} of a flight is ${JSON.stringify(value)}, not ${expected}`);
}
