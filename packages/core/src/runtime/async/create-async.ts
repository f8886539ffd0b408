/**
 * Owns: asynchronous operators, put together as the plan says.
 * Refuses: to do anything when records flow; the operator does.
 */
import type { KeySelector } from '../../model/graph.js';
import type { Key } from '../../model/key.js';
import { keyOfCanonical } from '../../model/key.js';
import type { StateBackend } from '../../model/state.js';
import { recordKey, subtaskOfKeyed } from '../operator/keyed-records.js';
import { AsyncOperator } from './async-operator.js';
import type { AsyncLent } from './async-parts.js';

export interface AsyncParts extends AsyncLent {
  readonly state: StateBackend;
}

export function createAsync({ state, ...lent }: AsyncParts): AsyncOperator {
  const { keyOf, name } = lent.spec;
  if (keyOf === undefined) {
    return new AsyncOperator({ ...lent, subtaskOfRecord: undefined, keyAtHand: () => undefined });
  }
  const subtaskOfRecord = subtaskOfKeyed([keyOf], name, state.maxParallelism);
  const keyAtHand = (value: unknown): Key | undefined => keyIfAny(keyOf, value, name);
  return new AsyncOperator({ ...lent, subtaskOfRecord, keyAtHand });
}

/** None where it is the key that failed. */
function keyIfAny(keyOf: KeySelector, value: unknown, operator: string): Key | undefined {
  try {
    return keyOfCanonical(recordKey(keyOf, value, operator));
  } catch {
    return undefined;
  }
}
