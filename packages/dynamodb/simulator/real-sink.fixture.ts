/**
 * Owns: a sink in the hand, against a real endpoint, with the clock of the machine.
 * Refuses: to measure time; it only waits for what must happen.
 */
import {
  appendRecord,
  createRun,
  type Clock,
  type Mail,
  type Sink,
  type SinkWriter,
  type Unwritten,
} from '@millrace/core/connector';

const clock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

export class RealSink<T> {
  readonly writer: SinkWriter<T>;
  private readonly mails: Mail[] = [];

  constructor(sink: Sink<T>) {
    const post = (mail: Mail) => void this.mails.push(mail);
    this.writer = sink.createWriter({
      operator: 'orders',
      post,
      clock,
      random: { next: () => Math.random() },
    });
    this.writer.open();
  }

  /** Writes all records and waits until they are settled; rejects with what fails the job. */
  async writeAll(records: readonly T[]): Promise<void> {
    try {
      for (let at = 0; at < records.length;) {
        await this.until(() => this.writer.credit() > 0);
        const run = createRun<T>(Math.min(this.writer.credit(), records.length - at));
        for (let i = 0; i < run.values.length; i++) appendRecord(run, records[at++]!);
        this.writer.write(run);
      }
      this.writer.finish();
      await this.until(() => this.writer.finished());
    } finally {
      await this.writer.close();
    }
  }

  /** Writes records and closes at once, while their request is on its way. */
  async writeAndClose(records: readonly T[]): Promise<Unwritten> {
    await this.until(() => this.writer.credit() > 0);
    const run = createRun<T>(records.length);
    for (const record of records) appendRecord(run, record);
    this.writer.write(run);
    this.writer.finish();
    return this.writer.close();
  }

  private async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      this.mails.shift()?.deliver();
      if (this.mails.length === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
