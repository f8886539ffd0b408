/**
 * Owns: the row of the table: its key (airport, day) and its values, all plain.
 * Refuses: timestamps; a day is a text like 2001-01-10, which sorts and which a person can read.
 */
import type { WindowResult } from '@millrace/core';
import type { DelayStats } from './delay-stats.js';

export interface DelayRow extends DelayStats {
  readonly airport: string;
  readonly day: string;
}

/** The row of one airport and day. */
export function delayRow({ key, window, value }: WindowResult<string, DelayStats>): DelayRow {
  return { airport: key, day: new Date(window.start).toISOString().slice(0, 10), ...value };
}

/** How messages call a row. */
export function rowName({ airport, day }: Pick<DelayRow, 'airport' | 'day'>): string {
  return `${airport} ${day}`;
}
