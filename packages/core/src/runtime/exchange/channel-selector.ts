/**
 * Owns: which subtask a record goes to: the next in turn, or the one that has its key's group.
 * Refuses: to judge a record without a key where the operator that receives it is tolerant: it is
 *     sent on, fails there again, and goes by that operator's policy.
 */
import { keyGroupOf, subtaskOf } from '../../model/key-group.js';
import type { HashPartitioner } from '../../plan/job-plan.js';
import { operatorFailure } from '../operator/failure.js';
import { recordKey } from '../operator/keyed-records.js';
import type { ChannelSelector } from './partition-writer.js';

/** Each subtask in turn, so that all have the same number of records. */
export function inTurn(parallelism: number, first: number): ChannelSelector {
  let next = first;
  return () => {
    const chosen = next;
    next = chosen + 1 === parallelism ? 0 : chosen + 1;
    return chosen;
  };
}

export function byKey(
  { keyOf, operator, onError }: HashPartitioner,
  parallelism: number,
): ChannelSelector {
  return (value) => {
    try {
      return subtaskOf(keyGroupOf(recordKey(keyOf, value, operator)), parallelism);
    } catch (cause) {
      if (onError === 'fail') throw operatorFailure(cause, { operator });
      return 0;
    }
  };
}
