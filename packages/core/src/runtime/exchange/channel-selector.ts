/**
 * Owns: which subtask a record goes to: the next in turn, the one that has its key's group, or the one that
 *     the user chooses.
 * Refuses: to judge a record without a key where the operator that receives it is tolerant: it is
 *     sent on, fails there again, and goes by that operator's policy.
 */
import { MillraceError } from '../../model/error.js';
import type { CustomPartitioner } from '../../model/graph.js';
import { keyGroupOf, subtaskOf } from '../../model/key-group.js';
import type { HashPartitioner } from '../../plan/job-plan.js';
import { onBehalfOf, operatorFailure } from '../operator/failure.js';
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
  maxParallelism: number,
): ChannelSelector {
  return (value) => {
    try {
      const group = keyGroupOf(recordKey(keyOf, value, operator), maxParallelism);
      return subtaskOf(group, parallelism, maxParallelism);
    } catch (cause) {
      if (onError === 'fail') throw operatorFailure(cause, { operator });
      return 0;
    }
  };
}

/** Whatever the operator that receives tolerates: a record that goes nowhere would be lost. */
export function byChoice(
  { subtaskOf: choose, operator }: CustomPartitioner & { readonly operator: string },
  parallelism: number,
): ChannelSelector {
  return (value) => {
    const chosen = onBehalfOf(operator, () => choose(value, parallelism));
    if (Number.isInteger(chosen) && chosen >= 0 && chosen < parallelism) return chosen;
    throw partitionInvalid(chosen, operator, parallelism);
  };
}

function partitionInvalid(chosen: unknown, operator: string, parallelism: number): MillraceError {
  const sentence = `the partitionCustom before ${operator} answered ${String(chosen)} for a record; answer a whole number from 0 to ${String(parallelism - 1)}, one for each subtask`;
  return new MillraceError('PARTITION_INVALID', sentence, { operator });
}
