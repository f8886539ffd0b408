/**
 * Owns: how many unanswered writes each key has, and the most that one ever had.
 * Refuses: to object; a test does (D1).
 */
export class InFlightKeys {
  private readonly counts = new Map<string, number>();
  private most = 0;

  get perKeyMax(): number {
    return this.most;
  }

  enter(keys: readonly string[]): void {
    for (const key of keys) {
      const count = (this.counts.get(key) ?? 0) + 1;
      this.counts.set(key, count);
      this.most = Math.max(this.most, count);
    }
  }

  leave(keys: readonly string[]): void {
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) - 1);
  }
}
