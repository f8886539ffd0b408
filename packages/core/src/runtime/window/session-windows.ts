/**
 * Owns: windows that merge: the sessions of a key, in one row.
 * Refuses: to say when they fire; their trigger does.
 *
 * W3. What touches merges. T4. A record is late when it opens a session that would be cleaned up at
 *     once; where it joins one that is there, it is not. W4. Each session has one timer, which is moved
 *     when it comes and not when the session grows: most records make it grow. W7. A purge keeps the
 *     bounds.
 */
import { MillraceError } from '../../model/error.js';
import type { TimeDomain } from '../../model/process-function.js';
import { VOID_NAMESPACE, type KeyId, type StateTable } from '../../model/state.js';
import { MAX_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { TriggerResult } from '../../model/trigger.js';
import type { MergingWindowAssigner } from '../../model/window-assigner.js';
import { maxTimestampOf, type TimeWindow } from '../../model/window.js';
import type { Timer } from '../timer/timer-queue.js';
import type { Firing } from './firing.js';
import { SessionAtHand } from './session-at-hand.js';
import { coverOf, touching, type Session, type Sessions, type Stretch } from './session.js';
import { NOTHING, type WindowContents } from './window-contents.js';
import type { WindowOutput } from './window-output.js';
import type { WindowTimes } from './window-times.js';
import type { Placed, Windows } from './windows.js';

export interface SessionWindowsParts {
  readonly assigner: MergingWindowAssigner;
  readonly contents: WindowContents;
  readonly firing: Firing;
  /** Whether sessions fire at their end, or as a trigger says. */
  readonly fires: 'at-end' | 'by-trigger';
  readonly output: WindowOutput;
  readonly times: WindowTimes;
  readonly rows: StateTable<Sessions>;
}

export class SessionWindows implements Windows {
  readonly #parts: SessionWindowsParts;
  readonly #at = new SessionAtHand();

  constructor(parts: SessionWindowsParts) {
    this.#parts = parts;
  }

  add(id: KeyId, value: unknown, timestamp: Timestamp): Placed {
    const { assigner, times, rows, firing } = this.#parts;
    const window = assigner.assignWindow(timestamp, value);
    const sessions = rows.get(id, VOID_NAMESPACE) ?? [];
    const stretch = touching(sessions, window);
    if (stretch.first === stretch.end && times.isCleanedUp(maxTimestampOf(window))) return 'late';
    const session = this.#sessionFor(id, sessions, { window, stretch });
    rows.set(id, VOID_NAMESPACE, sessions);
    try {
      this.#addToSession(session, value, timestamp);
      this.#act(firing.onElement(this.#at.move(id, session), value, timestamp));
    } finally {
      // Also where the user's function failed, so that no session stays without its timer.
      this.#keepTimer(id, session);
    }
    return 'in-window';
  }

  onTimer({ time, id, namespace }: Timer, domain: TimeDomain): void {
    const { rows, firing, times } = this.#parts;
    const sessions = rows.get(id, VOID_NAMESPACE) ?? [];
    const place = sessions.findIndex((session) => session.namespace === namespace);
    if (place === -1) return;
    const session = sessions[place]!;
    const at = this.#at.move(id, session);
    this.#act(firing.onTimer(at, { time, domain }));
    if (session.timer === time && times.isOf(domain)) this.#moveOn(id, sessions, place);
  }

  metrics(): Readonly<Record<string, number>> {
    return { numKeysWithWindows: this.#parts.rows.size() };
  }

  #addToSession(session: Session, value: unknown, timestamp: Timestamp): void {
    const { contents } = this.#parts;
    if (session.holds === 'contents') {
      session.contents = contents.add(session.contents, value, timestamp);
      return;
    }
    session.contents = contents.first(value, timestamp);
    session.holds = 'contents';
  }

  /** The session into which a record goes: a new one, one that is there, or what several become. */
  #sessionFor(id: KeyId, sessions: Sessions, { window, stretch }: Opening): Session {
    const { first, end } = stretch;
    if (first === end) {
      const session = opened(window);
      sessions.splice(first, 0, session);
      return session;
    }
    const session = sessions[first]!;
    let merged = this.#cover(window, session);
    for (let at = first + 1; at < end; at++) merged = this.#cover(merged, sessions[at]!);
    const isOne = end - first === 1;
    if (isOne && merged.start === session.start && merged.end === session.end) return session;
    this.#merge(id, isOne ? [] : sessions.splice(first + 1, end - first - 1), {
      into: session,
      merged,
    });
    return session;
  }

  readonly #cover = (one: TimeWindow, other: TimeWindow): TimeWindow =>
    (this.#parts.assigner.cover ?? coverOf)(one, other);

  #merge(id: KeyId, others: Sessions, { into, merged }: Merging): void {
    const { times, firing, fires } = this.#parts;
    if (times.isCleanedUp(maxTimestampOf(merged))) throw mergedLate(merged, times);
    const states = fires === 'at-end' ? [] : statesOf([into, ...others]);
    for (const other of others) this.#absorb(id, other, into);
    firing.clear(this.#at.move(id, into));
    into.start = merged.start;
    into.end = merged.end;
    firing.onMerge(this.#at, states);
  }

  #absorb(id: KeyId, other: Session, into: Session): void {
    const { contents, firing, times } = this.#parts;
    firing.clear(this.#at.move(id, other));
    times.delete({ time: other.timer, id, namespace: other.namespace });
    if (other.holds === 'nothing') return;
    into.contents =
      into.holds === 'nothing' ? other.contents : contents.merge(into.contents, other.contents);
    into.holds = 'contents';
  }

  #act(result: TriggerResult): void {
    if (result === 'fire' || result === 'fire-and-purge') this.#fire();
    if (result === 'purge' || result === 'fire-and-purge') this.#purge();
  }

  // Without contents there is nothing to emit.
  #fire(): void {
    const { id, session, namespace, window } = this.#at;
    if (session.holds === 'nothing') return;
    const fired = { id, namespace, window, timestamp: maxTimestampOf(window) };
    const left = this.#parts.contents.fire(fired, session.contents);
    if (left === NOTHING) this.#purge();
    else session.contents = left;
  }

  #purge(): void {
    const { session } = this.#at;
    session.holds = 'nothing';
    session.contents = undefined;
  }

  /** When the session's own timer has to come: at its end, if it is to fire there, or at its cleanup. */
  #nextTime({ end }: Session, after: Timestamp): Timestamp {
    const { times, fires } = this.#parts;
    return fires === 'at-end' && end - 1 > after ? end - 1 : times.cleanupTimeOf(end - 1);
  }

  /** An earlier timer stays: it finds out. */
  #keepTimer(id: KeyId, session: Session): void {
    const { times } = this.#parts;
    const { namespace } = session;
    const time = this.#nextTime(session, times.passed());
    if (session.timer <= time) return;
    times.delete({ time: session.timer, id, namespace });
    session.timer = time;
    times.register({ time, id, namespace });
  }

  #moveOn(id: KeyId, sessions: Sessions, place: number): void {
    const session = sessions[place]!;
    if (session.timer >= this.#parts.times.cleanupTimeOf(session.end - 1)) {
      this.#cleanUp(id, sessions, place);
      return;
    }
    session.timer = this.#nextTime(session, session.timer);
    const { timer: time, namespace } = session;
    this.#parts.times.registerNext({ time, id, namespace });
  }

  #cleanUp(id: KeyId, sessions: Sessions, place: number): void {
    const { rows, firing, output } = this.#parts;
    firing.clear(this.#at);
    output.clear(this.#at);
    sessions.splice(place, 1);
    if (sessions.length === 0) rows.delete(id, VOID_NAMESPACE);
    else rows.set(id, VOID_NAMESPACE, sessions);
  }
}

interface Opening {
  readonly window: TimeWindow;
  readonly stretch: Stretch;
}

interface Merging {
  readonly into: Session;
  readonly merged: TimeWindow;
}

function opened({ start, end }: TimeWindow): Session {
  return {
    start,
    end,
    namespace: start,
    timer: MAX_TIMESTAMP,
    holds: 'nothing',
    contents: undefined,
    triggerState: undefined,
  };
}

function statesOf(sessions: Sessions): readonly unknown[] {
  return sessions.flatMap(({ triggerState }) => (triggerState === undefined ? [] : [triggerState]));
}

function mergedLate({ start, end }: TimeWindow, times: WindowTimes): MillraceError {
  const sentence = `windows were merged into [${String(start)}, ${String(end)}), which is cleaned up at the watermark ${String(times.currentWatermark())} already; let the assigner's cover answer a window that ends no earlier than those it covers`;
  return new MillraceError('WINDOW_MERGED_LATE', sentence);
}
