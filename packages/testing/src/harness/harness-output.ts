/**
 * Owns: what an operator has emitted, in order, and how many records its output still accepts.
 * Refuses: more than that: an operator that does not ask for credit is told so by name (C3).
 */
import { MillraceError, type Timestamp } from '@millrace/core';
import { NO_TIMESTAMP, type Run } from '@millrace/core/connector';
import type { Tail } from '@millrace/core/internal';

/** A record that came out; `timestamp` is undefined where it has none. */
export interface OutputRecord<T> {
  readonly value: T;
  readonly timestamp: Timestamp | undefined;
}

/** A watermark that came out. */
export interface OutputWatermark {
  readonly watermark: Timestamp;
}

/** A watermark status that came out: whether those who come after are to wait for this one's time. */
export interface OutputStatus {
  readonly status: 'active' | 'idle';
}

/** What came out of an operator: one entry for each record, watermark and status. */
export type OutputElement<T> = OutputRecord<T> | OutputWatermark | OutputStatus;

export class HarnessOutput implements Tail {
  readonly name: string;
  readonly elements: OutputElement<unknown>[] = [];
  #credit: number;

  constructor(name: string, credit: number) {
    this.name = name;
    this.#credit = credit;
  }

  grant(records: number): void {
    this.#credit += records;
  }

  fill(): void {
    this.#credit = 0;
  }

  open(): void {
    // Nobody comes after it.
  }

  credit(): number {
    return this.#credit;
  }

  onRun(run: Run<unknown>): void {
    if (run.length > this.#credit) throw creditIgnored(run.length, this.#credit);
    this.#credit -= run.length;
    for (let at = 0; at < run.length; at++) {
      const timestamp = run.timestamps[at]!;
      this.elements.push({
        value: run.values[at],
        timestamp: timestamp === NO_TIMESTAMP ? undefined : timestamp,
      });
    }
  }

  onWatermark(watermark: Timestamp): void {
    this.elements.push({ watermark });
  }

  onWatermarkStatus({ status }: OutputStatus): void {
    this.elements.push({ status });
  }

  onEnd(): void {
    // What came before it is all that a test asks for.
  }

  finished(): boolean {
    return true;
  }

  metrics(): Readonly<Record<string, number>> {
    return {};
  }
}

function creditIgnored(records: number, credit: number): MillraceError {
  const sentence = `the operator emitted ${String(records)} records with credit for ${String(credit)}; ask output.credit() before every run and keep the rest (C3)`;
  return new MillraceError('OUTPUT_CREDIT_IGNORED', sentence);
}
