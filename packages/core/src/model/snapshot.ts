/**
 * Owns: what an operator hands over in the cut, and gets back when a job goes on from it.
 * Refuses: to be a checkpoint; that is the cut of a whole job.
 *
 * K2. Beside keyed state and timers: half-consumed runs, parked output, the watermark, and the one that
 *     is being let through. K8. Keyed parts lie by key group, so that other subtasks can take them.
 */
import type { Codec } from './codec.js';
import type { KeyGroup } from './key-group.js';

/** What one subtask of one operator was, encoded (K4). */
export interface OperatorSnapshot {
  /** Rows and timers, by key group; groups that hold nothing are not there. */
  readonly keyed: ReadonlyMap<KeyGroup, Uint8Array>;
  /** What belongs to the subtask and to no key; absent where there is nothing to keep. */
  readonly subtask: Uint8Array | undefined;
}

/** What an operator needs to write or read a snapshot. */
export interface SnapshotContext {
  readonly codec: Codec;
}

/** The key groups of one subtask: from `first` to `last`, both included. */
export interface KeyGroupRange {
  readonly first: KeyGroup;
  readonly last: KeyGroup;
}

/** What a subtask is given back: the keyed parts of its groups, whoever had them, and its place. */
export interface RestoredSnapshots {
  /** One for each subtask that there was, in their order. */
  readonly snapshots: readonly OperatorSnapshot[];
  readonly range: KeyGroupRange;
  /** Which of how many subtasks this one is now. */
  readonly index: number;
  readonly parallelism: number;
}
