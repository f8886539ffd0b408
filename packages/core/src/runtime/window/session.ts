/**
 * Owns: one session of a key, as state keeps it, and how the sessions of a key lie beside each other.
 * Refuses: to be a class: sessions are written into snapshots as they are.
 *
 * W3. Sessions of one key neither overlap nor touch: two that do are one.
 */
import type { Namespace } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { TimeWindow } from '../../model/window.js';

export interface Session {
  start: Timestamp;
  end: Timestamp;
  /** By which its timers go: a time within the session, so that no other of its key has the same. */
  readonly namespace: Namespace;
  /** The one timer by which it fires or is cleaned up stands here, or earlier than it is needed. */
  timer: Timestamp;
  /** After a purge it holds nothing, and goes on. */
  holds: 'contents' | 'nothing';
  contents: unknown;
  triggerState: unknown;
}

/** All sessions of one key, by their start. */
export type Sessions = Session[];

/** The stretch of sessions from `first` on, before `end`. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}

/** The sessions that overlap or touch a window; an empty stretch stands where the window belongs. */
export function touching(sessions: Sessions, { start, end }: TimeWindow): Stretch {
  // From the last on, since records mostly belong there.
  let last = sessions.length;
  while (last > 0 && sessions[last - 1]!.start > end) last -= 1;
  let first = last;
  while (first > 0 && sessions[first - 1]!.end >= start) first -= 1;
  return { first, end: last };
}

export function coverOf(one: TimeWindow, other: TimeWindow): TimeWindow {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
