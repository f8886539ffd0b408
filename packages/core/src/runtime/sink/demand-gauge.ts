/**
 * Owns: how often the sink stopped its source: credit fell to zero after it had been positive.
 * Refuses: to count the end: a sink that finishes takes nothing more, and that is no stop.
 */
export class DemandGauge {
  #granting = false;
  #stops = 0;

  get stops(): number {
    return this.#stops;
  }

  observe(credit: number, ending: boolean): void {
    if (this.#granting && credit === 0 && !ending) this.#stops += 1;
    this.#granting = credit > 0;
  }
}
