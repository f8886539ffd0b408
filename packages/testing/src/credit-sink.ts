/**
 * Owns: sinks with little credit: one that settles slowly, one that never does.
 * Refuses: to fail; a script of answers is the business of a connector's own simulator.
 */
import {
  MillraceError,
  type Milliseconds,
  type Sink,
  type SinkMetrics,
  type Unwritten,
} from '@millrace/core';
import type { CancelTimer, Run, SinkWriter, SinkWriterContext } from '@millrace/core/connector';

export interface SlowSinkOptions {
  /** Records that the sink holds; its credit is what is left of them. */
  readonly bufferRecordsMax: number;
  /** Records that it settles each time. */
  readonly recordsPerTick: number;
  readonly tickMs: Milliseconds;
}

/** A sink with credit, and what it has written so far. */
export interface CreditSink<T> extends Sink<T> {
  readonly written: readonly T[];
}

/**
 * Takes `bufferRecordsMax` records and writes them a few at a time, by the clock.
 *
 * @example
 * ```ts
 * import { defineJob, fromSequence } from '@millrace/core';
 * import { simulate, slowSink } from '@millrace/testing';
 *
 * const slow = slowSink<number>({ bufferRecordsMax: 4, recordsPerTick: 2, tickMs: 100 });
 * const { endedAt } = await simulate(defineJob('slow', (env) => {
 *   env.fromSource(fromSequence(1, 10), { uid: 'in' }).sinkTo(slow, { uid: 'slow' });
 * }));
 * console.log(slow.written.length, endedAt); // 10 500
 * ```
 */
export function slowSink<T>(options: SlowSinkOptions): CreditSink<T> {
  const written: T[] = [];
  const createWriter = (context: SinkWriterContext): SinkWriter<T> =>
    new CreditWriter<T>(options, written, context);
  return { name: 'slow', written, createWriter };
}

/**
 * Takes `bufferRecordsMax` records and never settles one.
 *
 * @example
 * ```ts
 * import { stuckSink } from '@millrace/testing';
 *
 * console.log(stuckSink({ bufferRecordsMax: 10 }).name); // stuck
 * ```
 */
export function stuckSink<T>(options: { readonly bufferRecordsMax: number }): CreditSink<T> {
  const { bufferRecordsMax } = options;
  const never = { bufferRecordsMax, recordsPerTick: 0, tickMs: Number.POSITIVE_INFINITY };
  return { ...slowSink<T>(never), name: 'stuck' };
}

class CreditWriter<T> implements SinkWriter<T> {
  readonly #options: SlowSinkOptions;
  readonly #written: T[];
  readonly #context: SinkWriterContext;
  readonly #held: T[] = [];
  #input: 'open' | 'finished' = 'open';
  #heldMax = 0;
  #cancelTick: CancelTimer | undefined;

  constructor(options: SlowSinkOptions, written: T[], context: SinkWriterContext) {
    this.#options = options;
    this.#written = written;
    this.#context = context;
  }

  open(): void {
    // There is nobody to connect to.
  }

  credit(): number {
    return this.#options.bufferRecordsMax - this.#held.length;
  }

  write(run: Run<T>): void {
    if (run.length > this.credit()) throw creditExceeded(run.length, this.credit());
    for (let i = 0; i < run.length; i++) this.#held.push(run.values[i]!);
    this.#heldMax = Math.max(this.#heldMax, this.#held.length);
    this.#armTick();
  }

  flush(): void {
    // The ticks go on by themselves.
  }

  settled(): boolean {
    return this.#held.length === 0;
  }

  finish(): void {
    this.#input = 'finished';
  }

  finished(): boolean {
    return this.#input === 'finished' && this.settled();
  }

  close(): Promise<Unwritten> {
    this.#cancelTick?.();
    return Promise.resolve({ records: this.#held.length, keys: [] });
  }

  metrics(): SinkMetrics {
    return { held: this.#held.length, heldMax: this.#heldMax, written: this.#written.length };
  }

  #armTick(): void {
    const { recordsPerTick, tickMs } = this.#options;
    if (this.#cancelTick !== undefined || recordsPerTick === 0 || this.#held.length === 0) return;
    const { clock, post } = this.#context;
    this.#cancelTick = clock.after(tickMs, () => {
      post({ name: 'slow.tick', deliver: () => this.#tick() });
    });
  }

  #tick(): void {
    this.#cancelTick = undefined;
    this.#written.push(...this.#held.splice(0, this.#options.recordsPerTick));
    this.#armTick();
  }
}

function creditExceeded(records: number, credit: number): MillraceError {
  const sentence = `given ${String(records)} records with credit for ${String(credit)}`;
  return new MillraceError('SINK_CREDIT_EXCEEDED', sentence);
}
