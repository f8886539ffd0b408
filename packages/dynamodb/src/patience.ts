/**
 * Owns: how long a kind of trouble may last before it fails the job.
 * Refuses: to count attempts: only the time since things last went well counts (A03, A31, A32).
 */
import type { Clock, Milliseconds, Timestamp } from '@millrace/core/connector';

export class Patience {
  private troubledSince: Timestamp | undefined;

  constructor(
    private readonly troubleMsMax: Milliseconds,
    private readonly clock: Clock,
  ) {}

  /** Says that things are well. */
  renew(): void {
    this.troubledSince = undefined;
  }

  /** Says that there is trouble, and answers whether it is worth waiting on. */
  lasts(): boolean {
    this.troubledSince ??= this.clock.now();
    return this.clock.now() - this.troubledSince < this.troubleMsMax;
  }
}
