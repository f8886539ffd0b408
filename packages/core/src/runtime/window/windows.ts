/**
 * Owns: the contract between the window operator and the ways in which windows are kept: fixed ones one
 * by one, those that overlap by their panes, sessions by their key.
 * Refuses: keys, which its operator enters.
 */
import type { KeyId } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { Timer } from '../timer/timer-queue.js';
import type { TimeDomain } from '../../model/process-function.js';

/** Where a record went. `late`: what it could have contributed to has been cleaned up (T4). */
export type Placed = 'in-window' | 'in-no-window' | 'late';

export interface Windows {
  add(id: KeyId, value: unknown, timestamp: Timestamp): Placed;
  /** A timer of one of its windows. One whose window has gone means nothing. */
  onTimer(timer: Timer, domain: TimeDomain): void;
  metrics(): Readonly<Record<string, number>>;
}
