/**
 * Owns: the pause of a job's sources while one of them waits until all that they gave is settled.
 * Refuses: to know when that is; the executor's standstill looks.
 *
 * Q3. While somebody waits, no source gives a record. Who asks meanwhile joins, since all that it
 *     gave it gave before.
 * Q4. Each that asked is told once; then the sources go on.
 */
export class SourcePause {
  #waiting: (() => void)[] = [];

  /** How many records a source may give now. */
  readonly demand = (): number => (this.isWanted() ? 0 : Number.POSITIVE_INFINITY);

  isWanted(): boolean {
    return this.#waiting.length > 0;
  }

  /** The sources pause until all is settled; then `tell` is called, which only posts mail. */
  until(tell: () => void): void {
    this.#waiting.push(tell);
  }

  end(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tell of waiting) tell();
  }
}
