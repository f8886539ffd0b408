/**
 * Owns: the contract of one value for the key at hand, whether it lives for ever or for a time.
 * Refuses: lists and maps, whose entries live one by one.
 */
import type { KeyId, Namespace } from '../../model/state.js';

/** There is no value. Undefined is one: a reduced value, or an accumulator, may be that. */
export const ABSENT = Symbol('absent');

export interface Row<V> {
  read(): V | typeof ABSENT;
  write(value: V): void;
  clear(): void;
  /** For onlookers: the value of any key, untouched. */
  peek(id: KeyId, namespace: Namespace): V | typeof ABSENT;
}
