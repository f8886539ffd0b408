/**
 * Owns: the key of a record, asked once and named when something goes wrong with it.
 * Refuses: to keep keys; state and timers do.
 */
import { MillraceError, messageOf } from '../../model/error.js';
import type { KeySelector } from '../../model/graph.js';
import { canonicalKey, keyOfCanonical, type CanonicalKey } from '../../model/key.js';
import { keyGroupOf, subtaskOf } from '../../model/key-group.js';
import type { Run } from '../../model/run.js';
import { operatorFailure } from './failure.js';
import type { SubtaskOfRecord } from './element-restore.js';
import type { RecordAtHand } from './record-errors.js';

/** The canonical key of a record; what is no key is refused with the operator's name. */
export function recordKey(keyOf: KeySelector, value: unknown, operator: string): CanonicalKey {
  const key = keyOf(value);
  if (typeof key === 'string' && key.charCodeAt(0) !== 0) return key;
  try {
    return canonicalKey(key);
  } catch (cause) {
    const sentence = `${operator}: ${messageOf(cause)}; use a string, a finite number, a bigint, a boolean or a tuple of these`;
    throw new MillraceError('KEY_INVALID', sentence, { cause, operator });
  }
}

/**
 * The subtask of so many that has a record's key, which there is a selector for of each input; the first
 * for a record without, which fails there (0041).
 */
export function subtaskOfKeyed(
  keysOf: readonly KeySelector[],
  operator: string,
  maxParallelism: number,
): SubtaskOfRecord {
  return (value, parallelism, input) => {
    try {
      const group = keyGroupOf(recordKey(keysOf[input]!, value, operator), maxParallelism);
      return subtaskOf(group, parallelism, maxParallelism);
    } catch {
      return 0;
    }
  };
}

/** A record of a run, with its key unless it was the key that failed. */
export function recordAtHand(
  run: Run<unknown>,
  at: number,
  key: CanonicalKey | undefined,
): RecordAtHand {
  return {
    value: run.values[at],
    timestamp: run.timestamps[at]!,
    key: keyOfCanonical(key),
  };
}

/** The failure of a keyed operator at a record: with the key, unless it was the key that failed. */
export function keyedFailure(
  cause: unknown,
  operator: string,
  key: CanonicalKey | undefined,
): MillraceError {
  return operatorFailure(cause, { operator, key: keyOfCanonical(key) });
}
