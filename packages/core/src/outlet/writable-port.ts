/**
 * Owns: what a sink needs of a stream that is written to, whichever kind it is.
 * Refuses: to import Node.js: both kinds are known by their shape.
 */

/** What a stream tells. All of it is noted, and acted upon in a step (E2). */
export interface WritableEvents {
  /** It has taken one more chunk for good. */
  readonly onWritten: () => void;
  /** There is room again, or it may have ended: whoever waits for it is to look. */
  readonly onChanged: () => void;
  /** With what it failed; nothing where it only was closed by somebody. */
  readonly onFailed: (cause?: unknown) => void;
}

export interface WritablePort {
  /** False while it asks not to be written to. */
  ready(): boolean;
  write(chunk: unknown): void;
  /** Nothing follows. */
  end(): void;
  /** It has ended as it was told to. */
  ended(): boolean;
  /** What it holds is not to be written. Resolves when it has let go. */
  abort(reason: unknown): Promise<void>;
}
