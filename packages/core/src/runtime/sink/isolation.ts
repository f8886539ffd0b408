/**
 * Owns: how many of the first entries that wait go alone, because a batch with them was refused.
 * Refuses: to hold entries: they wait at the front of the buffer, and it counts them. (A bisection
 *     will sit here.)
 *
 * D9. One bad record never costs a good one: alone, the others of its batch are written.
 */
export class Isolation {
  #toGo = 0;

  /** The first entries that wait go alone. */
  isolate(entries: number): void {
    this.#toGo += entries;
  }

  isActive(): boolean {
    return this.#toGo > 0;
  }

  onSent(): void {
    this.#toGo -= 1;
  }

  /** There is nothing to take; whoever was to go alone was replaced. */
  onNothingLeft(): void {
    this.#toGo = 0;
  }
}
