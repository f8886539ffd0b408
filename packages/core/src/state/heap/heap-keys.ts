/**
 * Owns: the keys of one keyed operator in the heap, each with a number.
 * Refuses: to let one Map grow without end. A Map stalls when it doubles (190-244 ms at a million
 *     entries), so keys are split by key group before they are many.
 */
import { keyGroupOf, MAX_PARALLELISM_DEFAULT, type KeyGroup } from '../../model/key-group.js';
import type { CanonicalKey } from '../../model/key.js';
import type { KeyId, KeyTable } from '../../model/state.js';

/** With more keys than this they are split; a Map of this size doubles in about 10 ms. */
const UNSPLIT_KEYS_MAX = 65_536;

/** No key is at hand. */
const NOBODY: KeyId = -1;

type Ids = Map<CanonicalKey, KeyId>;

export class HeapKeys implements KeyTable {
  /** One Map while there are few keys; then one for each key group. */
  #groups: Ids[] = [new Map()];
  /** By number; those of free numbers mean nothing. */
  readonly #keys: CanonicalKey[] = [];
  /** By number: how many rows and timers are held. */
  readonly #holds: number[] = [];
  readonly #free: KeyId[] = [];
  #atHand: KeyId = NOBODY;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  enter(key: CanonicalKey): KeyId {
    const id = this.#idsOf(key).get(key) ?? this.#add(key);
    if (this.#atHand !== id && this.#atHand !== NOBODY) this.leave(this.#atHand);
    this.#atHand = id;
    return id;
  }

  leave(id: KeyId): void {
    this.#atHand = NOBODY;
    if (this.#holds[id] === 0) this.#forget(id);
  }

  find(key: CanonicalKey): KeyId | undefined {
    return this.#idsOf(key).get(key);
  }

  keyOf(id: KeyId): CanonicalKey {
    return this.#keys[id]!;
  }

  hold(id: KeyId): void {
    this.#holds[id]! += 1;
  }

  letGo(id: KeyId): void {
    this.#holds[id]! -= 1;
    if (this.#holds[id] === 0 && id !== this.#atHand) this.#forget(id);
  }

  *ofGroup(group: KeyGroup): Iterable<KeyId> {
    if (this.#groups.length > 1) {
      yield* this.#groups[group]!.values();
      return;
    }
    for (const [key, id] of this.#groups[0]!) if (keyGroupOf(key) === group) yield id;
  }

  #idsOf(key: CanonicalKey): Ids {
    return this.#groups.length === 1 ? this.#groups[0]! : this.#groups[keyGroupOf(key)]!;
  }

  #add(key: CanonicalKey): KeyId {
    if (this.#size === UNSPLIT_KEYS_MAX && this.#groups.length === 1) this.#split();
    const id = this.#free.pop() ?? this.#keys.length;
    this.#keys[id] = key;
    this.#holds[id] = 0;
    this.#idsOf(key).set(key, id);
    this.#size += 1;
    return id;
  }

  #forget(id: KeyId): void {
    const key = this.#keys[id]!;
    this.#idsOf(key).delete(key);
    // A number and not the key, so that the key's text can go.
    this.#keys[id] = 0;
    this.#free.push(id);
    this.#size -= 1;
  }

  #split(): void {
    const ids = this.#groups[0]!;
    this.#groups = Array.from({ length: MAX_PARALLELISM_DEFAULT }, () => new Map());
    for (const [key, id] of ids) this.#idsOf(key).set(key, id);
  }
}
