/**
 * Owns: one map of broadcast state, of which each subtask has a copy.
 * Refuses: to be written where every subtask has other records (ST12); `broadcast-states.ts` says where.
 */
import type { MapState } from '../../model/state-declaration.js';
import type { UserKey } from '../keyed-state/map-handle.js';

export class BroadcastMap implements MapState<UserKey, unknown> {
  #entries = new Map<UserKey, unknown>();
  readonly #assertWritable: () => void;

  constructor(assertWritable: () => void) {
    this.#assertWritable = assertWritable;
  }

  get(key: UserKey): unknown {
    return this.#entries.get(key);
  }

  put(key: UserKey, value: unknown): void {
    this.#assertWritable();
    this.#entries.set(key, value);
  }

  remove(key: UserKey): void {
    this.#assertWritable();
    this.#entries.delete(key);
  }

  contains(key: UserKey): boolean {
    return this.#entries.has(key);
  }

  isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  entries(): Iterable<readonly [UserKey, unknown]> {
    return this.#entries.entries();
  }

  keys(): Iterable<UserKey> {
    return this.#entries.keys();
  }

  values(): Iterable<unknown> {
    return this.#entries.values();
  }

  clear(): void {
    this.#assertWritable();
    this.#entries.clear();
  }

  /** How many entries there are; for a snapshot. */
  size(): number {
    return this.#entries.size;
  }

  /** Puts back what a snapshot had, in its order. */
  restore(entries: ReadonlyMap<UserKey, unknown>): void {
    this.#entries = new Map(entries);
  }
}
