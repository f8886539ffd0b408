/**
 * Owns: a sink's writer as the end of a chain.
 * Refuses: to look into the writer; its credit is the chain's credit, and so the source's demand.
 *
 * C2. Credit is a whole number, zero or more: a writer that holds more than its limit, or has room
 *     for half a record, has room for none. E6. What a writer throws fails the job by its name.
 */
import { MillraceError } from '../../model/error.js';
import type { PostMail } from '../../model/mail.js';
import type { Run } from '../../model/run.js';
import type { SinkWriter } from '../../model/sink.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import { onBehalfOf } from '../operator/failure.js';
import type { Tail } from '../operator/tail.js';

export class SinkOperator implements Tail {
  #watermark: Timestamp = MIN_TIMESTAMP;
  #recordsIn = 0;

  constructor(
    readonly name: string,
    readonly writer: SinkWriter<unknown>,
    private readonly post: PostMail,
  ) {}

  open(): void {
    onBehalfOf(this.name, () => this.writer.open());
  }

  credit(): number {
    const credit = onBehalfOf(this.name, () => this.writer.credit());
    if (Number.isNaN(credit)) throw creditInvalid(this.name);
    return Math.max(0, Math.floor(credit));
  }

  onRun(run: Run<unknown>): void {
    this.#recordsIn += run.length;
    onBehalfOf(this.name, () => this.writer.write(run));
  }

  onWatermark(timestamp: Timestamp): void {
    this.#watermark = timestamp;
  }

  onEnd(): void {
    onBehalfOf(this.name, () => this.writer.finish());
  }

  /** Whether records may come. A writer that does not say is open when it was made. */
  opened(): boolean {
    return onBehalfOf(this.name, () => this.writer.opened?.() ?? true);
  }

  // Sources wait for sinks, so one that has not opened got nothing: a drain need not wait for it.
  finished(): boolean {
    return !this.opened() || onBehalfOf(this.name, () => this.writer.finished());
  }

  /** Comes as mail, since a writer is called from the steps of its task only (E2). */
  flush(): void {
    const deliver = (): void => {
      this.writer.flush();
    };
    this.post({ name: 'sink.flush', deliver });
  }

  settled(): boolean {
    return onBehalfOf(this.name, () => this.writer.settled());
  }

  metrics(): Readonly<Record<string, number>> {
    return { numRecordsIn: this.#recordsIn, currentInputWatermark: this.#watermark };
  }
}

function creditInvalid(operator: string): MillraceError {
  const sentence = `${operator} answered NaN when asked for its credit; answer a number of records`;
  return new MillraceError('SINK_CREDIT_INVALID', sentence, { operator });
}
