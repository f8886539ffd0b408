/**
 * Owns: a sink in the hand, against a simulated service: a clock that is set, a mailbox that is emptied.
 * Refuses: to sleep, and to look at the wall clock.
 */
import {
  appendRecord,
  createRun,
  type CancelTimer,
  type Clock,
  type Mail,
  type Random,
  type Sink,
  type SinkWriter,
} from '@millrace/core/connector';

/** Fires what is due in the order of time and then of arming. */
export class ManualClock implements Clock {
  private time = 0;
  private order = 0;
  private readonly timers = new Map<number, { at: number; callback: () => void }>();

  now(): number {
    return this.time;
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    const order = this.order++;
    this.timers.set(order, { at: this.time + delayMs, callback });
    return () => void this.timers.delete(order);
  }

  /** Goes to the next instant at which something is due, and answers whether there was one. */
  tick(): boolean {
    const next = [...this.timers].sort(([a, left], [b, right]) => left.at - right.at || a - b)[0];
    if (next === undefined) return false;
    this.timers.delete(next[0]);
    this.time = Math.max(this.time, next[1].at);
    next[1].callback();
    return true;
  }
}

export class SinkHarness<T> {
  readonly failures: unknown[] = [];
  readonly writer: SinkWriter<T>;
  private readonly mails: Mail[] = [];

  constructor(
    sink: Sink<T>,
    private readonly clock: ManualClock,
    random: Random,
  ) {
    const post = (mail: Mail) => void this.mails.push(mail);
    this.writer = sink.createWriter({ operator: 'orders', post, clock, random });
    this.writer.open();
  }

  /** Writes all records, as the sink gives credit. */
  async write(records: readonly T[]): Promise<void> {
    for (let at = 0; at < records.length;) {
      await this.until(() => this.writer.credit() > 0);
      const length = Math.min(this.writer.credit(), records.length - at);
      const run = createRun<T>(length);
      for (let i = 0; i < length; i++) appendRecord(run, records[at++]!);
      this.writer.write(run);
    }
  }

  async finish(): Promise<void> {
    this.writer.finish();
    await this.until(() => this.writer.finished());
  }

  /** Lets time pass until the condition holds; throws what fails the job. */
  async until(condition: () => boolean): Promise<void> {
    for (let turns = 0; !condition(); turns++) {
      await this.settle();
      if (this.failures.length > 0) throw this.failures[0];
      if (condition()) return;
      if (!this.clock.tick() || turns > 100_000) throw new Error('nothing happens any more');
    }
  }

  private async settle(): Promise<void> {
    await microtasks();
    while (this.mails.length > 0) {
      try {
        this.mails.shift()?.deliver();
      } catch (error) {
        this.failures.push(error);
      }
      await microtasks();
    }
  }
}

async function microtasks(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
