/**
 * Owns: how an application ends its jobs on SIGINT and SIGTERM: the first drains them within a time,
 *   the second ends at once.
 * Refuses: to end the process by itself, which ends when the jobs have let go. A library never
 *   installs such handlers; this is for an application to copy.
 *
 * One listener per signal, however many jobs there are. It stands before the jobs have started, for
 * a signal that comes earlier would kill the process by its default action.
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
  /** The signal that ends the jobs, once one came. */
  signal(): Signal | undefined;
  /** Signals do again what they did before. */
  letGo(): void;
}

export interface GraceOptions {
  readonly signals: SignalSource;
  readonly drainMsMax: Milliseconds;
  readonly onSignal: (signal: Signal) => void;
  /** The second signal: whoever sent it does not want to wait. */
  readonly endNow: (signal: Signal) => void;
}

/** Drains the jobs on a signal until `letGo` is called. How each ended is for its `done` to say. */
export function closeWithGrace(
  starting: readonly Promise<Pick<JobHandle, 'stop'>>[],
  { signals, drainMsMax, onSignal, endNow }: GraceOptions,
): Grace {
  let first: Signal | undefined;
  const hear = (signal: Signal): void => {
    if (first !== undefined) return endNow(signal);
    first = signal;
    onSignal(signal);
    for (const job of starting) drain(job, drainMsMax);
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

// `stop` returns `done`, and whoever called us waits for that; so for a job that does not start.
function drain(starting: Promise<Pick<JobHandle, 'stop'>>, within: Milliseconds): void {
  starting.then((job) => job.stop({ drain: true, within })).catch(() => undefined);
}
