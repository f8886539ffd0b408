/**
 * Owns: what a join does first with a record, whichever side it is of: its key and its time; and what
 *     becomes of late ones.
 * Refuses: to say which records are late; each join has its own reckoning.
 *
 * T4. Late records are counted, and sent to the side output of their side where there is one. S77. A record
 *     without a timestamp is refused.
 */
import type { KeySelectors } from '../../model/graph.js';
import { keyOfCanonical, type CanonicalKey, type Key } from '../../model/key.js';
import type { InputOrdinal } from '../../model/run.js';
import type { KeyId, KeyTable } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import { eventTimeOf } from '../operator/failure.js';
import { recordKey } from '../operator/keyed-records.js';
import type { SideOutput } from '../operator/side-output.js';

export interface JoinInputParts {
  readonly name: string;
  readonly keysOf: KeySelectors;
  readonly keys: KeyTable;
  /** Where late records go, by the side that they are of. */
  readonly late: readonly [SideOutput | undefined, SideOutput | undefined];
}

export class JoinInput {
  readonly #parts: JoinInputParts;
  #key: CanonicalKey | undefined;
  #late = 0;

  constructor(parts: JoinInputParts) {
    this.#parts = parts;
  }

  /** Enters the key of a record, which is to be left again. */
  enter(value: unknown, timestamp: Timestamp, side: InputOrdinal): KeyId {
    const { name, keysOf, keys } = this.#parts;
    this.#key = undefined;
    this.#key = recordKey(keysOf[side], value, name);
    eventTimeOf(timestamp, name, 'joins by event time');
    return keys.enter(this.#key);
  }

  leave(id: KeyId): void {
    this.#parts.keys.leave(id);
  }

  /** A timer's key is at hand. */
  turnTo(id: KeyId): void {
    this.#key = this.#parts.keys.keyOf(id);
  }

  keyAtHand(): Key | undefined {
    return keyOfCanonical(this.#key);
  }

  onLate(value: unknown, timestamp: Timestamp, side: InputOrdinal): void {
    this.#late += 1;
    this.#parts.late[side]?.emit(value, timestamp);
  }

  metrics(): Readonly<Record<string, number>> {
    return { numLateRecordsDropped: this.#late, numKeys: this.#parts.keys.size };
  }
}
