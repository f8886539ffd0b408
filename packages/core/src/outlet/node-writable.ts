/**
 * Owns: a `Writable` of Node.js as a port.
 * Refuses: to take the closing for the cause: where the stream has a better one, that is told.
 */
import type { WritableEvents, WritablePort } from './writable-port.js';

/** What of Node.js's `Writable` is used, so that one of another origin will do. */
export interface NodeWritable {
  write(chunk: never, onWritten: (error?: Error | null) => void): boolean;
  end(onEnded: (error?: Error | null) => void): unknown;
  destroy(error?: Error): unknown;
  on(event: string, listener: (...told: never[]) => void): unknown;
  readonly writableNeedDrain?: boolean;
  readonly writableEnded?: boolean;
  readonly destroyed?: boolean;
  readonly closed?: boolean;
  readonly errored?: Error | null;
}

type Failure = Error | null | undefined;

export class NodePort implements WritablePort {
  readonly #stream: NodeWritable;
  readonly #events: WritableEvents;
  #room: 'ready' | 'full';
  /** `ending`: by us. Whoever else ends it has closed it early. */
  #status: 'open' | 'ending' | 'finished' | 'closed' = 'open';
  readonly #closed: Promise<void>;

  constructor(stream: NodeWritable, events: WritableEvents) {
    this.#stream = stream;
    this.#events = events;
    this.#room = stream.writableNeedDrain === true ? 'full' : 'ready';
    this.#closed = new Promise((resolve) => {
      stream.on('close', () => {
        resolve();
        this.#onClose();
      });
    });
    stream.on('drain', () => {
      this.#room = 'ready';
      events.onChanged();
    });
    stream.on('finish', () => {
      this.#onFinish();
    });
    // It stays: what fails after the job has ended is nobody's crash.
    stream.on('error', (cause: unknown) => {
      events.onFailed(cause);
    });
    if (stream.destroyed === true || stream.writableEnded === true) this.#tellFailure();
  }

  ready(): boolean {
    return this.#room === 'ready';
  }

  write(chunk: unknown): void {
    const goesOn = this.#stream.write(chunk as never, this.#onWritten);
    if (!goesOn) this.#room = 'full';
  }

  end(): void {
    this.#status = 'ending';
    this.#stream.end(this.#onEnded);
  }

  // A stream that closes by itself, a file say, may still fail in that.
  ended(): boolean {
    if (this.#status === 'closed') return true;
    return this.#status === 'finished' && !(this.#stream.destroyed === true && this.#willClose());
  }

  async abort(reason: unknown): Promise<void> {
    if (this.#stream.destroyed !== true) this.#stream.destroy(reason as Error);
    if (this.#willClose()) await this.#closed;
  }

  readonly #onWritten = (failure?: Failure): void => {
    if (isFailure(failure)) this.#tellFailure(failure);
    else this.#events.onWritten();
  };

  // Of a stream that was destroyed and tells no closing, this is the only sign.
  readonly #onEnded = (failure?: Failure): void => {
    if (isFailure(failure)) this.#tellFailure(failure);
  };

  #onFinish(): void {
    if (this.#status === 'ending') {
      this.#status = 'finished';
      this.#events.onChanged();
    } else this.#tellFailure();
  }

  #onClose(): void {
    if (this.#status === 'finished') {
      this.#status = 'closed';
      this.#events.onChanged();
    } else this.#tellFailure();
  }

  /** That it was destroyed says no more than that it was closed. */
  #tellFailure(failure?: Failure): void {
    const { errored } = this.#stream;
    const said = isDestroyed(failure) ? undefined : failure;
    this.#events.onFailed(errored ?? said ?? undefined);
  }

  // As Node.js's own `finished` asks it: there is no public word for it.
  #willClose(): boolean {
    return this.#stream.closed === false && stateOf(this.#stream)?.emitClose !== false;
  }
}

function stateOf(stream: NodeWritable): { readonly emitClose?: boolean } | undefined {
  return (stream as { readonly _writableState?: { readonly emitClose?: boolean } })._writableState;
}

function isFailure(failure: Failure): failure is Error {
  return failure !== undefined && failure !== null;
}

function isDestroyed(failure: Failure): boolean {
  return (
    (failure as { readonly code?: unknown } | null | undefined)?.code === 'ERR_STREAM_DESTROYED'
  );
}
