/**
 * Owns: the contract between a producer that pushes and the source that it pushes into.
 * Refuses: a policy by default: what is lost or fails when there is no room, its user declares.
 */

/** Where a producer puts its values. Its functions never throw, and may be called at any time. */
export interface PushReceiver<T> {
  /** One value more. Ignored after the end, after an error and after the job has let go. */
  readonly next: (value: T) => void;
  /** The job fails with this, behind the values before it. */
  readonly error: (cause: unknown) => void;
  /** Nothing follows. */
  readonly complete: () => void;
}

/** Tells a producer to stop. Called once, whether the job stops, fails, or comes to its end. */
export type StopProducer = () => Promise<void> | void;

/** A producer that can be told to wait, and so loses nothing. */
export interface PausableProducer {
  pause(): void;
  resume(): void;
  /** Called once, as `StopProducer` is. */
  stop(): Promise<void> | void;
}

/**
 * What happens to a value for which there is no room: the job fails (`strict`), or it is dropped
 * (`drop-newest`), or the one that has waited longest is (`drop-oldest`). Dropped values are counted as
 * `numRecordsDropped`.
 */
export type PushPolicy = 'strict' | 'drop-newest' | 'drop-oldest';

export interface PushOptions {
  readonly policy: PushPolicy;
  /** Values that wait for the job. Default: 1,024. */
  readonly bufferRecordsMax?: number;
}

export interface BlockOptions {
  /** The producer is paused while the buffer is full, until half of it is free. */
  readonly policy: 'block';
  /** Values that wait for the job; with so many the producer is paused. Default: 1,024. */
  readonly bufferRecordsMax?: number;
  /**
   * Values that a paused producer may still bring, on their way already; with one more the job fails.
   * Default: 1,024.
   */
  readonly pausedRecordsMax?: number;
}
