/**
 * Owns: the keys of one keyed operator in the heap, each with a number.
 * Refuses: to let one Map grow without end. A Map stalls when it doubles (190-244 ms at a million
 *     entries), so keys are split by key group before they are many. And a key of another subtask, which
 *     shows that the function of the key answers now this and now that (ST9).
 */
import { byKeyGroup, type ByKeyGroup } from '../../model/by-key-group.js';
import { MillraceError } from '../../model/error.js';
import { keyGroupOf, type KeyGroup } from '../../model/key-group.js';
import type { CanonicalKey } from '../../model/key.js';
import { NumberColumn } from '../../model/number-column.js';
import type { KeyGroupRange } from '../../model/snapshot.js';
import type { KeyId, KeyTable } from '../../model/state.js';
import { ValueColumn } from '../../model/value-column.js';

/** With more keys than this they are split; a Map of this size doubles in about 10 ms. */
const UNSPLIT_KEYS_MAX = 65_536;

/** No key is at hand, or no number is free. */
const NOBODY: KeyId = -1;

type Ids = Map<CanonicalKey, KeyId>;

export interface HeapKeysParts {
  readonly operator: string;
  /** The key groups that may be here; undefined for all. */
  readonly range: KeyGroupRange | undefined;
  /** How many key groups there are. */
  readonly groups: number;
}

export class HeapKeys implements KeyTable {
  readonly groups: number;
  /** One Map while there are few keys; then one for each key group. */
  #ids: Ids[] = [new Map()];
  readonly #operator: string;
  readonly #range: KeyGroupRange | undefined;
  /** By number; undefined where it is free. */
  readonly #keys = new ValueColumn<CanonicalKey>();
  /** By number: how many rows and timers are held. Of a free number: the next free one, plus one. */
  readonly #holds = NumberColumn.ofIntegers();
  #firstFree = NOBODY;
  #numbers = 0;
  #atHand = NOBODY;
  #size = 0;
  /** For snapshots, until a key comes or goes. */
  #byGroup: ByKeyGroup | undefined;

  constructor({ operator, range, groups }: HeapKeysParts) {
    this.groups = groups;
    this.#operator = operator;
    this.#range = range;
  }

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
    if (this.#holds.get(id) === 0) this.#forget(id);
  }

  find(key: CanonicalKey): KeyId | undefined {
    return this.#idsOf(key).get(key);
  }

  keyOf(id: KeyId): CanonicalKey {
    return this.#keys.get(id)!;
  }

  hold(id: KeyId): void {
    this.#holds.set(id, this.#holds.get(id) + 1);
  }

  letGo(id: KeyId): void {
    const holds = this.#holds.get(id) - 1;
    this.#holds.set(id, holds);
    if (holds === 0 && id !== this.#atHand) this.#forget(id);
  }

  groupOf(id: KeyId): KeyGroup {
    return this.#groupOfKey(this.keyOf(id));
  }

  ofGroup(group: KeyGroup): Iterable<KeyId> {
    if (this.#ids.length > 1) return this.#ids[group]!.values();
    this.#byGroup ??= byKeyGroup(this.#ids[0]!.values(), (id) => this.groupOf(id));
    return this.#byGroup.get(group) ?? [];
  }

  #idsOf(key: CanonicalKey): Ids {
    return this.#ids.length === 1 ? this.#ids[0]! : this.#ids[this.#groupOfKey(key)]!;
  }

  #groupOfKey(key: CanonicalKey): KeyGroup {
    return keyGroupOf(key, this.groups);
  }

  #add(key: CanonicalKey): KeyId {
    this.#refuseForeign(key);
    if (this.#size === UNSPLIT_KEYS_MAX && this.#ids.length === 1) this.#split();
    const id = this.#takeNumber();
    this.#keys.set(id, key);
    this.#holds.set(id, 0);
    this.#idsOf(key).set(key, id);
    this.#size += 1;
    this.#byGroup = undefined;
    return id;
  }

  // Whoever sent the record here had asked for its key as well, and was told another one.
  #refuseForeign(key: CanonicalKey): void {
    if (this.#range === undefined) return;
    const group = this.#groupOfKey(key);
    if (group < this.#range.first || group > this.#range.last) throw keyUnstable(this.#operator);
  }

  #forget(id: KeyId): void {
    const key = this.keyOf(id);
    this.#idsOf(key).delete(key);
    this.#keys.set(id, undefined);
    this.#holds.set(id, this.#firstFree + 1);
    this.#firstFree = id;
    this.#size -= 1;
    this.#byGroup = undefined;
  }

  #takeNumber(): KeyId {
    const id = this.#firstFree;
    if (id === NOBODY) return this.#numbers++;
    this.#firstFree = this.#holds.get(id) - 1;
    return id;
  }

  #split(): void {
    const ids = this.#ids[0]!;
    this.#ids = Array.from({ length: this.groups }, () => new Map());
    for (const [key, id] of ids) this.#idsOf(key).set(key, id);
  }
}

function keyUnstable(operator: string): MillraceError {
  const sentence = `${operator} got a record whose key belongs to another subtask: the function of keyBy() answered another key when the record was sent; let it answer the same key whenever it is asked for the same record`;
  return new MillraceError('KEY_UNSTABLE', sentence, { operator });
}
