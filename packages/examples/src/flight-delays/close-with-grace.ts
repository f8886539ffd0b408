/**
 * Owns: how an application ends a job on SIGINT and SIGTERM: the first drains it within a time, the
 *   second ends it at once.
 * Refuses: to end the process: it ends by itself when the job has let go. A library never installs
 *   such handlers; this is for an application to copy.
 */
import type { JobHandle, Milliseconds } from '@millrace/core';

/** The two signals, with the numbers that an exit code tells of them. */
export const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;
export type Signal = keyof typeof SIGNALS;

/** `process`, as far as it matters here. */
export interface SignalSource {
  on(signal: Signal, heard: (signal: Signal) => void): unknown;
  off(signal: Signal, heard: (signal: Signal) => void): unknown;
}

export interface Grace {
  /** The signal that ends the job, once one came. */
  signal(): Signal | undefined;
  /** Signals do again what they did before. */
  letGo(): void;
}

export interface GraceOptions {
  readonly signals: SignalSource;
  readonly drainMsMax: Milliseconds;
  readonly onSignal: (signal: Signal) => void;
}

/** Ends the job on a signal until `letGo` is called. How it ended is for `handle.done` to say. */
export function closeWithGrace(
  handle: Pick<JobHandle, 'stop' | 'cancel'>,
  { signals, drainMsMax, onSignal }: GraceOptions,
): Grace {
  let first: Signal | undefined;
  const hear = (signal: Signal): void => {
    if (first !== undefined) return ignoreFailure(handle.cancel());
    first = signal;
    onSignal(signal);
    ignoreFailure(handle.stop({ drain: true, within: drainMsMax }));
  };
  const names = Object.keys(SIGNALS) as Signal[];
  for (const name of names) signals.on(name, hear);
  return {
    signal: () => first,
    letGo: () => {
      for (const name of names) signals.off(name, hear);
    },
  };
}

// `stop` and `cancel` return `done`, and whoever called us waits for that.
function ignoreFailure(done: Promise<unknown>): void {
  done.catch(() => undefined);
}
