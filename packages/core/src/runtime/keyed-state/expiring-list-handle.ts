/**
 * Owns: list state whose entries expire one by one.
 * Refuses: to answer an expired entry twice: the first read takes it away.
 */
import type { ListState } from '../../model/state-declaration.js';
import type { KeyId, Namespace, StateTable } from '../../model/state.js';
import type { KeyAtHand } from './key-at-hand.js';
import type { Sweeper } from './sweeper.js';
import type { Stamped, TimeToLive } from './time-to-live.js';

export interface ExpiringParts<Row> {
  readonly table: StateTable<Row>;
  readonly at: KeyAtHand;
  readonly life: TimeToLive;
  readonly sweeper: Sweeper;
}

export class ExpiringListHandle<V> implements ListState<V> {
  readonly #table: StateTable<Stamped<V>[]>;
  readonly #at: KeyAtHand;
  readonly #life: TimeToLive;
  readonly #sweeper: Sweeper;

  constructor({ table, at, life, sweeper }: ExpiringParts<Stamped<V>[]>) {
    this.#table = table;
    this.#at = at;
    this.#life = life;
    this.#sweeper = sweeper;
  }

  get(): readonly V[] {
    const { id, namespace } = this.#at;
    const visible = this.#visible(id, namespace);
    const living = visible.filter((entry) => !this.#life.isExpired(entry));
    for (const entry of living) this.#life.onRead(entry);
    this.#keep(living);
    return visible.map(({ value }) => value);
  }

  add(value: V): void {
    this.#sweeper.onEntryWritten();
    const { id, namespace } = this.#at;
    const entry = this.#life.stamp(value);
    const list = this.#table.get(id, namespace);
    if (list === undefined) this.#table.set(id, namespace, [entry]);
    else list.push(entry);
  }

  addAll(values: Iterable<V>): void {
    for (const value of values) this.add(value);
  }

  update(values: Iterable<V>): void {
    this.#keep(Array.from(values, (value) => this.#life.stamp(value)));
  }

  clear(): void {
    this.#table.delete(this.#at.id, this.#at.namespace);
  }

  /** For onlookers: the list of any key, untouched. */
  peek(id: KeyId, namespace: Namespace): readonly V[] | undefined {
    const visible = this.#visible(id, namespace);
    return visible.length === 0 ? undefined : visible.map(({ value }) => value);
  }

  #visible(id: KeyId, namespace: Namespace): Stamped<V>[] {
    return (this.#table.get(id, namespace) ?? []).filter((entry) => this.#life.isVisible(entry));
  }

  #keep(list: Stamped<V>[]): void {
    if (list.length === 0) this.clear();
    else this.#table.set(this.#at.id, this.#at.namespace, list);
  }
}
