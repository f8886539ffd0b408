/**
 * Owns: the end of a job that writes into a stream.
 * Refuses: to hold more than `bufferRecordsMax` records that the stream has not written, and to write one
 *     while it asks to wait.
 *
 * E2. What the stream tells is noted, and acted upon in a step. N2. A record is written when the stream
 *     says so; at the end the stream is ended and waited for, and otherwise aborted. B1. A stream that asks
 *     to wait stops the source.
 */
import type { Run } from '../model/run.js';
import type { SinkMetrics, SinkWriter, SinkWriterContext, Unwritten } from '../model/sink.js';
import { Doorbell } from '../runtime/door/doorbell.js';
import { WaitingValues } from '../runtime/channel/waiting-values.js';
import { cutOff } from './ended-early.js';
import { writableFailed } from './writable-errors.js';
import type { WritableEvents, WritablePort } from './writable-port.js';

export interface WritableWriterParts {
  readonly bufferRecordsMax: number;
  readonly connect: (events: WritableEvents) => WritablePort;
  readonly context: Pick<SinkWriterContext, 'operator' | 'post'>;
}

export class WritableWriter<T> implements SinkWriter<T> {
  readonly #parts: WritableWriterParts;
  readonly #bell: Doorbell;
  #port: WritablePort | undefined;
  /** Given to us while the stream asked to wait. */
  readonly #held = new WaitingValues<T>();
  /** Given to the stream, and not written yet. */
  #inFlight = 0;
  #written = 0;
  #input: 'open' | 'finished' | 'ended' = 'open';
  #failure: { readonly cause: unknown } | undefined;

  constructor(parts: WritableWriterParts) {
    this.#parts = parts;
    this.#bell = new Doorbell(parts.context.post, 'writable.told', () => this.#act());
  }

  open(): void {
    this.#port = this.#parts.connect({
      onWritten: () => {
        this.#inFlight -= 1;
        this.#written += 1;
        this.#bell.ring();
      },
      onChanged: () => {
        this.#bell.ring();
      },
      onFailed: (cause) => {
        // A stream may say that it was closed before it says why.
        if (this.#failure?.cause === undefined) this.#failure = { cause };
        this.#bell.ring();
      },
    });
  }

  credit(): number {
    if (this.#failure !== undefined || this.#port?.ready() !== true) return 0;
    return this.#parts.bufferRecordsMax - this.#unwritten();
  }

  write(run: Run<T>): void {
    for (let i = 0; i < run.length; i++) this.#held.push(run.values[i] as T);
    this.#pump();
  }

  flush(): void {
    // What is held waits for nobody but the stream.
  }

  settled(): boolean {
    return this.#unwritten() === 0;
  }

  finish(): void {
    this.#input = 'finished';
    this.#pump();
  }

  finished(): boolean {
    return this.#input === 'ended' && this.settled() && this.#port?.ended() === true;
  }

  async close(): Promise<Unwritten> {
    const { operator } = this.#parts.context;
    if (!this.finished()) await this.#port?.abort(this.#failure?.cause ?? cutOff(operator));
    return { records: this.#unwritten(), keys: [] };
  }

  metrics(): SinkMetrics {
    return { written: this.#written, held: this.#held.length, inFlight: this.#inFlight };
  }

  #unwritten(): number {
    return this.#held.length + this.#inFlight;
  }

  #act(): void {
    if (this.#failure !== undefined) {
      throw writableFailed(this.#parts.context.operator, this.#failure.cause);
    }
    this.#pump();
  }

  #pump(): void {
    const port = this.#port!;
    while (this.#failure === undefined && this.#held.length > 0 && port.ready()) {
      this.#give(port, this.#held.shift());
    }
    if (this.#failure !== undefined || this.#held.length > 0) return;
    if (this.#input !== 'finished') return;
    this.#input = 'ended';
    port.end();
  }

  #give(port: WritablePort, value: T): void {
    this.#inFlight += 1;
    try {
      port.write(value);
    } catch (cause) {
      this.#failure = { cause };
      throw writableFailed(this.#parts.context.operator, cause);
    }
  }
}
