/**
 * Owns: the names of the limits that bound a job's memory and its steps.
 * Refuses: defaults; the outermost door has them (`host/job-options.ts`).
 */

import type { Milliseconds } from './time.js';

/** Every limit of the runtime, by name; all are whole numbers of one or more. */
export interface RuntimeLimits {
  /** Records on one channel that were sent and not yet taken (C1). */
  readonly channelRecords: number;
  /** Records that one step takes from its input at most, and so the length of a run. */
  readonly runRecordsMax: number;
  /** Records that one call may emit beyond the credit of its operator, which wait for it (C3). */
  readonly parkedRecordsMax: number;
  /** Mails that one step delivers (E4). */
  readonly mailsPerStepMax: number;
  /** Timers that one step fires before it looks at its mailbox again (E4). */
  readonly timersPerStepMax: number;
  /** A step that takes longer is followed by one of half as many records (L1). */
  readonly stepMsMax: Milliseconds;
  /** How long the end of a job waits for sources and sinks to let go. */
  readonly closeMsMax: Milliseconds;
}
