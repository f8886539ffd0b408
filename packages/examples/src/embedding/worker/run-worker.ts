/**
 * Owns: a process that does nothing but run one job until a signal comes: its life and its exit code.
 * Refuses: a loop and a timer of its own; the job keeps the process busy, and its end ends it.
 */
import { runJob, type JobDefinition, type Milliseconds } from '@millrace/core';
import { closeWithGrace } from '../close-with-grace.js';
import { endingOf } from '../ending.js';
import type { Surroundings } from '../surroundings.js';

export interface WorkerOptions {
  readonly drainMsMax: Milliseconds;
}

/** Runs the job to its end; resolves with the exit code. */
export async function runWorker(
  job: JobDefinition,
  { drainMsMax }: WorkerOptions,
  { signals, print, endNow }: Surroundings,
): Promise<number> {
  const starting = runJob(job);
  const onSignal = (signal: string) => print({ draining: signal });
  const grace = closeWithGrace([starting], { signals, drainMsMax, onSignal, endNow });
  try {
    const { exitCode, report } = await endingOf(await starting);
    print(report);
    return exitCode;
  } finally {
    grace.letGo();
  }
}
