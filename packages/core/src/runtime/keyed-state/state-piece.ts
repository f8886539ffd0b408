/**
 * Owns: the contract of one declared piece of state: its handle, and what others see of it.
 * Refuses: to know which kind it is.
 */
import type { KeyedState, KeyId, Namespace } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { KeyAtHand } from './key-at-hand.js';
import type { Sweeper } from './sweeper.js';

export interface StatePiece {
  /** What the user is given. */
  readonly handle: unknown;
  /** For onlookers: what is held for a key, as its user reads it. Nothing is touched by it. */
  peek(id: KeyId, namespace: Namespace): unknown;
  /** Where there is a TTL. */
  readonly sweeper: Sweeper | undefined;
}

export interface PieceParts {
  readonly tableName: string;
  readonly state: KeyedState;
  readonly at: KeyAtHand;
  /** The key that is being taken up, whose rows are not swept. */
  readonly spared: () => KeyId | undefined;
  readonly now: () => Timestamp;
}
