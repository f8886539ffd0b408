/**
 * Owns: the port to keyed state: keys by number, and tables of rows by key and namespace.
 * Refuses: to be a backend; `state/` has the heap, a host chooses.
 *
 * A keyed operator looks a key up once a record. All its states and timers then go by the key's
 * number, so that they are columns beside one table of keys, and a key with a state and a timer costs
 * little more than itself.
 */
import type { CodecReader, CodecWriter } from './codec.js';
import type { CanonicalKey } from './key.js';
import type { KeyGroup } from './key-group.js';
import type { KeyGroupRange } from './snapshot.js';
import type { Timestamp } from './time.js';

/** Tells apart what one key holds in several places: a window by its start, `VOID_NAMESPACE` else. */
export type Namespace = number;

export const VOID_NAMESPACE: Namespace = 0;

/** A key by number, for as long as something is held for it. Numbers are used again. */
export type KeyId = number;

/** The keys for which a keyed operator holds something. */
export interface KeyTable {
  readonly size: number;
  /**
   * The number of a key, which is given one if it has none. One key is at hand: to enter another leaves
   * the one before. Who enters the last leaves.
   */
  enter(key: CanonicalKey): KeyId;
  /** Forgets the key if nothing is held for it. */
  leave(id: KeyId): void;
  /** The number of a key for which something is held; for onlookers, who neither enter nor leave. */
  find(key: CanonicalKey): KeyId | undefined;
  keyOf(id: KeyId): CanonicalKey;
  /** One more row or timer is held for the key. */
  hold(id: KeyId): void;
  /** One fewer; the last one forgets the key, unless somebody has entered it. */
  letGo(id: KeyId): void;
  /** How many key groups there are. */
  readonly groups: number;
  groupOf(id: KeyId): KeyGroup;
  /** The keys of a group, in an order that is the same whenever the same was done. */
  ofGroup(group: KeyGroup): Iterable<KeyId>;
}

/**
 * A row as it stands in snapshots. Its value is the same with a TTL and without one, so that a TTL may
 * come and go between two runs.
 */
export interface StoredRow {
  readonly value: unknown;
  /** When it was touched last, or each of its entries in their order; undefined without a TTL. */
  readonly touchedAt: Timestamp | readonly Timestamp[] | undefined;
}

/** How the rows of a table are written and read. */
export interface RowForm<V> {
  /** What the rows are, as refusals say it. Rows of one kind are not read as another. */
  readonly kind: string;
  /** Undefined for a row that is not worth keeping. */
  toStored(row: V): StoredRow | undefined;
  toRow(stored: StoredRow): V;
}

/** A row and where it lies. */
export interface PlacedRow<V> {
  readonly id: KeyId;
  readonly namespace: Namespace;
  readonly row: V;
}

/** One named piece of keyed state of one operator: at most one row for each key and namespace. */
export interface StateTable<V> {
  readonly name: string;
  /** The value of a row; undefined where there is none, or where that is the value. */
  get(id: KeyId, namespace: Namespace): V | undefined;
  has(id: KeyId, namespace: Namespace): boolean;
  set(id: KeyId, namespace: Namespace, value: V): void;
  delete(id: KeyId, namespace: Namespace): void;
  /** How many rows there are in all. */
  size(): number;
  /** The rows, while they come and go: one that is there all the time is met once. */
  rows(): Iterable<PlacedRow<V>>;
}

/** The keyed state of one subtask of one operator. */
export interface KeyedState {
  readonly keys: KeyTable;
  /** Without a form, rows are written as they are. */
  createTable<V>(name: string, form?: RowForm<V>): StateTable<V>;
  /** Writes the rows of a key group. What else is written behind them is not read as rows. */
  writeGroup(group: KeyGroup, writer: CodecWriter): void;
  /** Reads what `writeGroup` wrote. A table that was not created is refused by its name (K10). */
  readGroup(group: KeyGroup, reader: CodecReader): void;
}

export interface StateBackend {
  /** How many key groups there are, and so how many subtasks an operator can have at most. */
  readonly maxParallelism: number;
  /**
   * For one subtask of the operator that goes by this name. Keys outside of its key groups are refused;
   * without a range, all key groups are its own.
   */
  createKeyedState(operator: string, range?: KeyGroupRange): KeyedState;
}
