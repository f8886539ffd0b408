/**
 * Owns: map state whose entries expire one by one.
 * Refuses: to answer an expired entry twice: the first read takes it away.
 */
import type { MapState } from '../../model/state-declaration.js';
import type { KeyId, Namespace, StateTable } from '../../model/state.js';
import type { ExpiringParts } from './expiring-list-handle.js';
import type { KeyAtHand } from './key-at-hand.js';
import type { UserKey } from './map-handle.js';
import type { Sweeper } from './sweeper.js';
import type { Stamped, TimeToLive } from './time-to-live.js';

type Entries<UK, UV> = Map<UK, Stamped<UV>>;

export class ExpiringMapHandle<UK extends UserKey, UV> implements MapState<UK, UV> {
  readonly #table: StateTable<Entries<UK, UV>>;
  readonly #at: KeyAtHand;
  readonly #life: TimeToLive;
  readonly #sweeper: Sweeper;

  constructor({ table, at, life, sweeper }: ExpiringParts<Entries<UK, UV>>) {
    this.#table = table;
    this.#at = at;
    this.#life = life;
    this.#sweeper = sweeper;
  }

  get(key: UK): UV | undefined {
    return this.#read(key)?.value;
  }

  put(key: UK, value: UV): void {
    this.#sweeper.onEntryWritten();
    const stamped = this.#life.stamp(value);
    const map = this.#map();
    // One that has expired is put anew, at the end.
    if (map !== undefined) replaceExpired(map, key, this.#life).set(key, stamped);
    else this.#table.set(this.#at.id, this.#at.namespace, new Map([[key, stamped]]));
  }

  remove(key: UK): void {
    const map = this.#map();
    if (map?.delete(key) === true && map.size === 0) this.clear();
  }

  contains(key: UK): boolean {
    return this.#read(key) !== undefined;
  }

  isEmpty(): boolean {
    for (const stamped of this.#map()?.values() ?? []) {
      if (this.#life.isVisible(stamped)) return false;
    }
    return true;
  }

  *entries(): Iterable<readonly [UK, UV]> {
    for (const key of this.#map()?.keys() ?? []) {
      const stamped = this.#read(key);
      if (stamped !== undefined) yield [key, stamped.value];
    }
  }

  *keys(): Iterable<UK> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): Iterable<UV> {
    for (const [, value] of this.entries()) yield value;
  }

  clear(): void {
    this.#table.delete(this.#at.id, this.#at.namespace);
  }

  /** For onlookers: the map of any key, untouched. */
  peek(id: KeyId, namespace: Namespace): ReadonlyMap<UK, UV> | undefined {
    const seen = new Map<UK, UV>();
    for (const [key, stamped] of this.#table.get(id, namespace) ?? []) {
      if (this.#life.isVisible(stamped)) seen.set(key, stamped.value);
    }
    return seen.size === 0 ? undefined : seen;
  }

  #map(): Entries<UK, UV> | undefined {
    return this.#table.get(this.#at.id, this.#at.namespace);
  }

  #read(key: UK): Stamped<UV> | undefined {
    const stamped = this.#map()?.get(key);
    if (stamped === undefined) return undefined;
    if (!this.#life.isExpired(stamped)) {
      this.#life.onRead(stamped);
      return stamped;
    }
    this.remove(key);
    return this.#life.isVisible(stamped) ? stamped : undefined;
  }
}

function replaceExpired<UK, UV>(map: Entries<UK, UV>, key: UK, life: TimeToLive): Entries<UK, UV> {
  const before = map.get(key);
  if (before !== undefined && life.isExpired(before)) map.delete(key);
  return map;
}
