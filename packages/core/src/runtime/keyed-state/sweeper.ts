/**
 * Owns: the rounds through what one state holds, a few entries at a time, in search of expired ones.
 * Refuses: to look at all of it at once.
 *
 * ST8. What expires goes away although nobody asks for it: each record looks at `ENTRIES_PER_RECORD`
 *     entries, and each entry that is written at `ENTRIES_PER_WRITE`, so that a round comes to its end
 *     however much is written meanwhile.
 */

/** As many as in Flink's heap. */
const ENTRIES_PER_RECORD = 5;

/** More than one, or it would never catch up. */
const ENTRIES_PER_WRITE = 2;

/** One round: takes away what has expired, and yields once for each entry. */
export type Round = () => Iterator<void>;

export class Sweeper {
  readonly #round: Round;
  #current: Iterator<void> | undefined;

  constructor(round: Round) {
    this.#round = round;
  }

  onRecord(): void {
    this.#sweep(ENTRIES_PER_RECORD);
  }

  onEntryWritten(): void {
    this.#sweep(ENTRIES_PER_WRITE);
  }

  #sweep(entriesMax: number): void {
    for (let i = 0; i < entriesMax; i++) {
      this.#current ??= this.#round();
      if (this.#current.next().done !== true) continue;
      this.#current = undefined;
      return;
    }
  }
}
