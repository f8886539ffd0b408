/**
 * Owns: one value for the key at hand that expires.
 * Refuses: to answer an expired one twice: the first read takes it away.
 */
import type { KeyId, Namespace, StateTable } from '../../model/state.js';
import type { KeyAtHand } from './key-at-hand.js';
import { ABSENT, type Row } from './row.js';
import type { Stamped, TimeToLive } from './time-to-live.js';

export class StampedRow<V> implements Row<V> {
  readonly #table: StateTable<Stamped<V>>;
  readonly #at: KeyAtHand;
  readonly #life: TimeToLive;

  constructor(table: StateTable<Stamped<V>>, at: KeyAtHand, life: TimeToLive) {
    this.#table = table;
    this.#at = at;
    this.#life = life;
  }

  read(): V | typeof ABSENT {
    const stamped = this.#table.get(this.#at.id, this.#at.namespace);
    if (stamped === undefined) return ABSENT;
    if (!this.#life.isExpired(stamped)) {
      this.#life.onRead(stamped);
      return stamped.value;
    }
    this.clear();
    return this.#life.isVisible(stamped) ? stamped.value : ABSENT;
  }

  write(value: V): void {
    this.#table.set(this.#at.id, this.#at.namespace, this.#life.stamp(value));
  }

  clear(): void {
    this.#table.delete(this.#at.id, this.#at.namespace);
  }

  peek(id: KeyId, namespace: Namespace): V | typeof ABSENT {
    const stamped = this.#table.get(id, namespace);
    return stamped !== undefined && this.#life.isVisible(stamped) ? stamped.value : ABSENT;
  }
}
