/**
 * Owns: write capacity as a token bucket: units that come with time, up to a small burst.
 * Refuses: to wait; it says at once whether a write fits.
 */

/** Reads the time; `Clock` of `@millrace/core` is one, and so is `Date`. */
export interface TimeSource {
  now(): number;
}

export interface WriteCapacity {
  /** Write units that come back each second. */
  readonly unitsPerSecond: number;
  /** Units that may be saved up; a tenth of a second's by default, so that throttling shows soon. */
  readonly burstUnits?: number;
}

export class WriteUnitBucket {
  private readonly burstUnits: number;
  private units: number;
  private filledAt: number;

  constructor(
    private readonly capacity: WriteCapacity,
    private readonly time: TimeSource,
  ) {
    this.burstUnits = capacity.burstUnits ?? Math.max(1, Math.ceil(capacity.unitsPerSecond / 10));
    this.units = this.burstUnits;
    this.filledAt = time.now();
  }

  /**
   * Charges a write, if it fits. One that is larger than the whole burst passes when the bucket is
   * full and leaves it in debt; otherwise it would never pass.
   */
  tryTake(units: number): boolean {
    this.fill();
    if (this.units < Math.min(units, this.burstUnits)) return false;
    this.units -= units;
    return true;
  }

  private fill(): void {
    const now = this.time.now();
    const came = ((now - this.filledAt) / 1000) * this.capacity.unitsPerSecond;
    this.units = Math.min(this.burstUnits, this.units + Math.max(0, came));
    this.filledAt = now;
  }
}
