/**
 * Owns: the records that one side of a join keeps for each key.
 * Refuses: to know the other side.
 */
import type { KeyedState, KeyId, StateTable } from '../../model/state.js';
import { VOID_NAMESPACE } from '../../model/state.js';
import { TimedBuffer, timedBufferForm } from './timed-buffer.js';

export class JoinSide {
  readonly name: string;
  readonly #table: StateTable<TimedBuffer>;

  constructor(name: string, state: KeyedState) {
    this.name = name;
    this.#table = state.createTable(name, timedBufferForm);
  }

  /** What is kept for a key; none where nothing is. */
  find(id: KeyId): TimedBuffer | undefined {
    return this.#table.get(id, VOID_NAMESPACE);
  }

  /** What is kept for a key, from now on. */
  bufferOf(id: KeyId): TimedBuffer {
    const held = this.find(id);
    if (held !== undefined) return held;
    const buffer = new TimedBuffer();
    this.#table.set(id, VOID_NAMESPACE, buffer);
    return buffer;
  }

  forget(id: KeyId): void {
    this.#table.delete(id, VOID_NAMESPACE);
  }
}
