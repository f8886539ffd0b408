/**
 * Owns: the port to keyed state: tables of rows, by namespace and key.
 * Refuses: to be a backend; `state/` has the heap, a host chooses.
 */
import type { CanonicalKey } from './key.js';

/** Tells apart what one key holds in several places: a window by its start, `VOID_NAMESPACE` else. */
export type Namespace = number;

export const VOID_NAMESPACE: Namespace = 0;

/** One value of state. It is a cell and not a value, so that an update costs no second look-up. */
export interface StateRow<V> {
  value: V;
}

/** The rows of one namespace. */
export interface StateRows<V> {
  readonly size: number;
  get(key: CanonicalKey): StateRow<V> | undefined;
  /** Adds a row for a key that has none. */
  insert(key: CanonicalKey, value: V): StateRow<V>;
  delete(key: CanonicalKey): void;
}

/** One named piece of keyed state of one operator. */
export interface StateTable<V> {
  /** The rows of a namespace; made when first asked for. */
  rows(namespace: Namespace): StateRows<V>;
  /** Forgets a namespace and what it holds. */
  release(namespace: Namespace): void;
  /** How many rows there are in all. */
  size(): number;
}

export interface StateBackend {
  createTable<V>(name: string): StateTable<V>;
}
