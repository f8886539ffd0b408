/**
 * Owns: a `WritableStream` of the web platform as a port.
 * Refuses: to wait for `ready` before each chunk: it is asked whether it has room, and waited for where not.
 */
import type { WritableEvents, WritablePort } from './writable-port.js';

/** What of a `WritableStream` is used. */
export interface WebWritable<T> {
  getWriter(): WebWriter<T>;
}

interface WebWriter<T> {
  write(chunk: T): Promise<void>;
  close(): Promise<void>;
  abort(reason: unknown): Promise<void>;
  readonly ready: Promise<unknown>;
  readonly closed: Promise<unknown>;
  /** Of the records that it may be given; null where it has failed. */
  readonly desiredSize: number | null;
}

export class WebPort<T> implements WritablePort {
  readonly #writer: WebWriter<T>;
  readonly #events: WritableEvents;
  #room: 'ready' | 'awaited' = 'ready';
  #status: 'open' | 'ended' = 'open';

  constructor(stream: WebWritable<T>, events: WritableEvents) {
    this.#writer = stream.getWriter();
    this.#events = events;
    this.#writer.closed.then(() => {
      this.#status = 'ended';
      events.onChanged();
    }, events.onFailed);
    this.#awaitRoom();
  }

  ready(): boolean {
    return this.#room === 'ready';
  }

  write(chunk: unknown): void {
    this.#writer.write(chunk as T).then(this.#events.onWritten, this.#events.onFailed);
    this.#awaitRoom();
  }

  end(): void {
    this.#writer.close().catch(this.#events.onFailed);
  }

  ended(): boolean {
    return this.#status === 'ended';
  }

  async abort(reason: unknown): Promise<void> {
    // That it has failed already has been told.
    await this.#writer.abort(reason).catch(() => undefined);
  }

  #awaitRoom(): void {
    const { desiredSize } = this.#writer;
    if (desiredSize !== null && desiredSize > 0) return;
    this.#room = 'awaited';
    this.#writer.ready.then(() => {
      this.#room = 'ready';
      this.#events.onChanged();
    }, this.#events.onFailed);
  }
}
