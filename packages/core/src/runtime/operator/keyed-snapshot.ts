/**
 * Owns: rows and timers of one keyed operator as bytes by key group, and back.
 * Refuses: what belongs to the subtask and to no key.
 *
 * K8. A subtask reads the groups of its range, whoever had them. T5. Timers keep their order.
 */
import type { KeyGroup } from '../../model/key-group.js';
import type { RestoredSnapshots, SnapshotContext } from '../../model/snapshot.js';
import type { KeyedState } from '../../model/state.js';
import type { OperatorTimers } from './operator-timers.js';

export interface KeyedParts {
  readonly state: KeyedState;
  /** Where the operator has timers. */
  readonly timers: OperatorTimers | undefined;
}

/** `operator` is what a refusal of the codec names. */
export function snapshotKeyed(
  { state, timers }: KeyedParts,
  { codec }: SnapshotContext,
  operator: string,
): ReadonlyMap<KeyGroup, Uint8Array> {
  const groups = new Map<KeyGroup, Uint8Array>();
  for (let group = 0; group < state.keys.groups; group++) {
    if (isEmpty(state.keys.ofGroup(group))) continue;
    const writer = codec.createWriter(`the state of "${operator}"`);
    state.writeGroup(group, writer);
    timers?.writeGroup(group, writer);
    groups.set(group, writer.finish());
  }
  return groups;
}

export function restoreKeyed(
  { state, timers }: KeyedParts,
  { snapshots, range }: RestoredSnapshots,
  { codec }: SnapshotContext,
): void {
  for (const { keyed } of snapshots) {
    for (const [group, bytes] of keyed) {
      if (group < range.first || group > range.last) continue;
      const reader = codec.createReader(bytes);
      state.readGroup(group, reader);
      timers?.readGroup(reader);
    }
  }
  timers?.onRestored();
}

function isEmpty(keys: Iterable<unknown>): boolean {
  for (const _ of keys) return false;
  return true;
}
