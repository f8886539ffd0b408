/**
 * Owns: what was declared for a source that is pushed into: its policy, and its limits with their defaults.
 * Refuses: a policy that is none, and none at all; there is no loss that nobody has chosen.
 */
import { MillraceError } from '../../model/error.js';
import { doorLimits, wrongDoor } from './door-options.js';
import type { BlockOptions, PushOptions } from './push-source.js';

/** As many as a run holds, so that a producer that is read at once is read in whole runs. */
const BUFFER_RECORDS_MAX = 1_024;
const PAUSED_RECORDS_MAX = 1_024;

const UNPAUSED: readonly unknown[] = ['strict', 'drop-newest', 'drop-oldest'];

export type PushRules = Required<PushOptions> | Required<BlockOptions>;

export function pushRules(door: string, options: PushOptions | BlockOptions): PushRules {
  const { policy, ...limits } = options;
  const room = { bufferRecordsMax: BUFFER_RECORDS_MAX };
  if (policy === 'block') {
    const defaults = { ...room, pausedRecordsMax: PAUSED_RECORDS_MAX };
    return { policy, ...doorLimits(door, defaults, limits) };
  }
  if (UNPAUSED.includes(policy)) return { policy, ...doorLimits(door, room, limits) };
  const sentence = `the policy of ${door} is ${String(policy)}; say what happens to a value without room: "strict", "drop-newest", "drop-oldest", or "block" where the producer can pause`;
  throw new MillraceError('DOOR_OPTION_INVALID', sentence);
}

/** What is to be told to wait cannot be told. */
export function cannotPause(door: string): MillraceError {
  const advice =
    'the policy "block" and a producer that cannot be paused; give fromPush one that answers pause, resume and stop, or choose another policy';
  return wrongDoor(door, advice);
}
