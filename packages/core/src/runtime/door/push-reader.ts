/**
 * Owns: the running side of a source that is pushed into: its producer, from begun to let go.
 * Refuses: to emit when it is pushed into; a value waits for a poll (E2).
 *
 * P1. A producer is told to stop once, at the first of: the end of its input, a drain, the end of the job.
 *     What it pushes after that, or after it has completed or failed, is ignored.
 * P2. An error of the producer stands behind the values that it pushed before, as it does in an
 *     Observable. A value without room fails the job at once: with a sink that stands still, the values
 *     before it might never be read.
 * P3. A drain takes in nothing more, and lets through what was pushed.
 */
import type { Run } from '../../model/run.js';
import type { InputStatus, SourceReader, SourceReaderContext } from '../../model/source.js';
import { Doorbell } from './doorbell.js';
import { PushBuffer } from './push-buffer.js';
import type { PushRules } from './push-rules.js';
import type { PausableProducer, PushReceiver } from './push-source.js';

/** Begins to push, and answers how to pause and stop. */
export type BeginPushing<T> = (receiver: PushReceiver<T>) => PausableProducer;

export interface PushReaderParts<T> {
  readonly begin: BeginPushing<T>;
  readonly rules: PushRules;
  readonly context: Pick<SourceReaderContext, 'post'>;
}

type InputState =
  | { readonly is: 'open' }
  /** Nothing more is taken in. */
  | { readonly is: 'ended' }
  | { readonly is: 'failed'; readonly cause: unknown };

type Producer =
  | { readonly is: 'not-begun' }
  | { readonly is: 'pushing'; readonly producer: PausableProducer }
  | { readonly is: 'stopped'; readonly ended: Promise<void> | void };

export class PushReader<T> implements SourceReader<T> {
  readonly #parts: PushReaderParts<T>;
  readonly #buffer: PushBuffer<T>;
  readonly #bell: Doorbell;
  #input: InputState = { is: 'open' };
  #producer: Producer = { is: 'not-begun' };

  constructor(parts: PushReaderParts<T>) {
    this.#parts = parts;
    this.#buffer = new PushBuffer(parts.rules);
    this.#bell = new Doorbell(parts.context.post, 'source.pushed');
  }

  open(): void {
    const producer = this.#parts.begin({
      next: (value) => {
        this.#next(value);
      },
      error: (cause) => {
        this.#end({ is: 'failed', cause });
      },
      complete: () => {
        this.#end({ is: 'ended' });
      },
    });
    this.#producer = { is: 'pushing', producer };
    if (this.#input.is === 'open') this.#buffer.attach(producer);
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    const taken = this.#buffer.moveTo(run, recordsMax);
    if (this.#buffer.waiting > 0) return 'more-available';
    const input = this.#input;
    if (input.is === 'open') return 'nothing-available';
    if (input.is === 'ended') {
      void this.#stop();
      return 'end-of-input';
    }
    if (taken > 0) return 'more-available';
    throw input.cause;
  }

  endInput(): void {
    this.#end({ is: 'ended' });
    void this.#stop();
  }

  metrics(): Readonly<Record<string, number>> {
    const { dropped, waiting } = this.#buffer;
    return { numRecordsDropped: dropped, recordsWaiting: waiting };
  }

  close(): Promise<void> | void {
    this.#end({ is: 'ended' });
    return this.#stop();
  }

  // What pause() of the producer throws is caught here as well: a producer is never thrown at.
  #next(value: T): void {
    if (this.#input.is !== 'open') return;
    try {
      this.#buffer.push(value);
      this.#bell.ring();
    } catch (cause) {
      this.#failNow(cause);
    }
  }

  #end(input: InputState): void {
    if (this.#input.is !== 'open') return;
    this.#input = input;
    this.#buffer.detach();
    this.#bell.ring();
  }

  #failNow(cause: unknown): void {
    this.#input = { is: 'failed', cause };
    this.#buffer.detach();
    const deliver = (): void => {
      throw cause;
    };
    this.#parts.context.post({ name: 'source.push-failed', deliver });
  }

  #stop(): Promise<void> | void {
    if (this.#producer.is === 'not-begun') return undefined;
    if (this.#producer.is === 'stopped') return this.#producer.ended;
    const { producer } = this.#producer;
    this.#producer = { is: 'stopped', ended: undefined };
    const ended = producer.stop();
    // Whoever closes is told; until then nobody asks.
    ended?.catch(() => undefined);
    this.#producer = { is: 'stopped', ended };
    return ended;
  }
}
