/**
 * Owns: which texts came most often, and about how often, in a fixed number of places.
 * Refuses: to grow with the number of texts: one that finds no place takes that of the rarest, with
 * its count, so that a text which comes often is always among those kept.
 */
export class FrequentTexts {
  private readonly counts = new Map<string, number>();

  constructor(private readonly placesMax: number) {}

  add(text: string): void {
    const known = this.counts.get(text);
    if (known !== undefined || this.counts.size < this.placesMax) {
      this.counts.set(text, (known ?? 0) + 1);
      return;
    }
    const [rarest, count] = this.rarest();
    this.counts.delete(rarest);
    this.counts.set(text, count + 1);
  }

  /** With their counts, the most frequent first. */
  ranked(): readonly (readonly [text: string, count: number])[] {
    return [...this.counts].sort(([, left], [, right]) => right - left);
  }

  private rarest(): readonly [string, number] {
    return [...this.counts].reduce((least, next) => (next[1] < least[1] ? next : least));
  }
}
