/**
 * Owns: the start of a job's sources, which wait until every sink has opened.
 * Refuses: to tell anybody that they may: a sink opens by a mail, and after a mail every task steps.
 *
 * B1. While a sink opens, no source gives a record, also where channels would have room for some: so a
 *     stop that comes meanwhile finds that nothing was taken (field case G04).
 */

/** A sink, as those who wait for it see it. */
export interface Openable {
  opened(): boolean;
}

export class SourceStart {
  #opening: readonly Openable[] = [];

  waitFor(sink: Openable): void {
    this.#opening = [...this.#opening, sink];
  }

  /** How many records a source may give now. What has opened stays so, and is not asked again. */
  readonly demand = (): number => {
    if (this.#opening.length === 0) return Number.POSITIVE_INFINITY;
    this.#opening = this.#opening.filter((sink) => !sink.opened());
    return this.#opening.length === 0 ? Number.POSITIVE_INFINITY : 0;
  };
}
