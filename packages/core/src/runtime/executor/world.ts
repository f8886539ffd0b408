/**
 * Owns: what a host lends to a job.
 * Refuses: to be one; `host/` has production's, `@millrace/testing` a simulation's.
 */
import type { Clock, Random } from '../../model/clock.js';
import type { Codec } from '../../model/codec.js';
import type { RuntimeLimits } from '../../model/limits.js';
import type { StateBackend } from '../../model/state.js';
import type { FutureTimestamp } from '../source/future-guard.js';

export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly state: StateBackend;
  readonly limits: RuntimeLimits;
  /** Makes bytes of state, and copies of what an onlooker asks for. */
  readonly codec: Codec;
  /** Called when a mail has come. */
  readonly wake: () => void;
  /** Told of each mail that a step delivers; a simulation writes its trace with it. */
  readonly observeMail: MailObserver | undefined;
  /** Told of what is odd about the input and fails nothing. */
  readonly notify?: (future: FutureTimestamp) => void;
  /** Said by a host that never asks for a snapshot, so that nothing is copied for one. */
  readonly snapshots?: 'never';
}

export type MailObserver = (mailName: string) => void;
