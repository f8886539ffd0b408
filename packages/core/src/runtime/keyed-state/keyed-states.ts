/**
 * Owns: the declared state of one keyed operator: the handles of all of it, for the key at hand.
 * Refuses: to enter keys: the operator does, and says which key and namespace its user is to see (ST1).
 *
 * Handles are made once and speak for whatever is at hand. They answer what was stored, not a copy: who
 * changes an object that is state changes the state, as in Flink's heap.
 */
import { canonicalKey, type Key } from '../../model/key.js';
import type { KeyedStateDeclarations, StatesOf } from '../../model/state-declaration.js';
import { VOID_NAMESPACE, type KeyedState, type KeyId, type Namespace } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import { createPiece } from './create-piece.js';
import type { KeyAtHand } from './key-at-hand.js';
import type { StatePiece } from './state-piece.js';
import type { Sweeper } from './sweeper.js';

export interface KeyedStatesParts<Declarations> {
  readonly declarations: Declarations;
  readonly state: KeyedState;
  /** The processing time of the job, by which state expires. */
  readonly now: () => Timestamp;
  /** Stands before each name where an operator has tables of its own. */
  readonly prefix?: string;
}

export class KeyedStates<Declarations extends KeyedStateDeclarations> {
  readonly handles: StatesOf<Declarations>;
  readonly #state: KeyedState;
  readonly #at: KeyAtHand = { id: -1, namespace: VOID_NAMESPACE };
  readonly #pieces: ReadonlyMap<string, StatePiece>;
  readonly #sweepers: readonly Sweeper[];
  #spared: KeyId | undefined;

  constructor({ declarations, state, now, prefix = '' }: KeyedStatesParts<Declarations>) {
    this.#state = state;
    const shared = { state, now, at: this.#at, spared: () => this.#spared };
    const pieces = Object.entries(declarations).map(([name, declaration]) => {
      const parts = { ...shared, tableName: `${prefix}${name}` };
      return [name, createPiece(declaration, parts)] as const;
    });
    this.#pieces = new Map(pieces);
    this.#sweepers = pieces.flatMap(([, { sweeper }]) => sweeper ?? []);
    const handles = Object.fromEntries(pieces.map(([name, { handle }]) => [name, handle]));
    this.handles = Object.freeze(handles) as StatesOf<Declarations>;
  }

  /** From now on handles speak for this key. To be called for each record and timer. */
  setCurrent(id: KeyId, namespace: Namespace = VOID_NAMESPACE): void {
    this.#at.id = id;
    this.#at.namespace = namespace;
    this.#spared = id;
    for (const sweeper of this.#sweepers) sweeper.onRecord();
    this.#spared = undefined;
  }

  names(): Iterable<string> {
    return this.#pieces.keys();
  }

  /**
   * For onlookers: what is held for a key under a name, as its user would read it; undefined where that
   * is nothing. Lists and maps are copies, what they hold is not. Nothing is touched by it.
   */
  read(name: string, key: Key): unknown {
    const id = this.#state.keys.find(canonicalKey(key));
    return id === undefined ? undefined : this.#pieces.get(name)?.peek(id, VOID_NAMESPACE);
  }
}
