/**
 * Owns: map state as a user handles it.
 * Refuses: to keep an empty map: a key that has nothing costs nothing.
 */
import type { MapState } from '../../model/state-declaration.js';
import type { KeyId, Namespace, StateTable } from '../../model/state.js';
import type { KeyAtHand } from './key-at-hand.js';

/** What a user may put entries under. */
export type UserKey = string | number | bigint | boolean;

export class MapHandle<UK extends UserKey, UV> implements MapState<UK, UV> {
  readonly #table: StateTable<Map<UK, UV>>;
  readonly #at: KeyAtHand;

  constructor(table: StateTable<Map<UK, UV>>, at: KeyAtHand) {
    this.#table = table;
    this.#at = at;
  }

  get(key: UK): UV | undefined {
    return this.#map()?.get(key);
  }

  put(key: UK, value: UV): void {
    const map = this.#map();
    if (map !== undefined) map.set(key, value);
    else this.#table.set(this.#at.id, this.#at.namespace, new Map([[key, value]]));
  }

  remove(key: UK): void {
    const map = this.#map();
    if (map?.delete(key) === true && map.size === 0) this.clear();
  }

  contains(key: UK): boolean {
    return this.#map()?.has(key) ?? false;
  }

  isEmpty(): boolean {
    return this.#map() === undefined;
  }

  entries(): Iterable<readonly [UK, UV]> {
    return this.#map()?.entries() ?? [];
  }

  keys(): Iterable<UK> {
    return this.#map()?.keys() ?? [];
  }

  values(): Iterable<UV> {
    return this.#map()?.values() ?? [];
  }

  clear(): void {
    this.#table.delete(this.#at.id, this.#at.namespace);
  }

  /** For onlookers: the map of any key. */
  peek(id: KeyId, namespace: Namespace): ReadonlyMap<UK, UV> | undefined {
    const map = this.#table.get(id, namespace);
    return map === undefined ? undefined : new Map(map);
  }

  #map(): Map<UK, UV> | undefined {
    return this.#table.get(this.#at.id, this.#at.namespace);
  }
}
