/**
 * Owns: one run of a job under the eyes of a display, with its time and its last counters.
 * Refuses: to judge how it ended.
 */
import {
  runJob,
  seconds,
  type JobDefinition,
  type JobOptions,
  type JobResult,
} from '@millrace/core';
import { closeWithGrace, type Signal, type SignalSource } from '../embedding/close-with-grace.js';
import type { Display } from './display.js';
import { jobCounters, type JobCounters } from './job-counters.js';
import type { Narrator } from './narrator.js';

/** How often somebody looks; short enough to see the sink throttled for a moment. */
const LOOK_MS = 20;
const DRAIN_MS_MAX = seconds(5);

export interface Watch {
  readonly display: Display;
  readonly narrator: Narrator;
  readonly signals: SignalSource;
}

export interface JobOutcome {
  readonly result: JobResult;
  readonly counters: JobCounters;
  readonly seconds: number;
  /** The signal that ended it early. */
  readonly signal: Signal | undefined;
}

/** Runs the job to its end; rejects with what it failed of. */
export async function runWatched(
  job: JobDefinition,
  options: JobOptions,
  { display, narrator, signals }: Watch,
): Promise<JobOutcome> {
  const startedAt = performance.now();
  const handle = await runJob(job, options);
  const look = (): void => {
    const counters = jobCounters(handle.metrics());
    display.show(counters);
    const line = narrator(counters, performance.now() - startedAt);
    if (line !== undefined) display.say(line);
  };
  const onSignal = (signal: Signal): void => {
    display.say(
      `${signal}: draining for at most ${String(DRAIN_MS_MAX / 1_000)} s; again to stop now.`,
    );
  };
  // Its report and its table want a proper end also then.
  const endNow = (): void => void handle.cancel();
  const drainMsMax = DRAIN_MS_MAX;
  const grace = closeWithGrace([Promise.resolve(handle)], {
    signals,
    drainMsMax,
    onSignal,
    endNow,
  });
  const looking = setInterval(look, LOOK_MS);
  try {
    const result = await handle.done;
    const elapsed = (performance.now() - startedAt) / 1_000;
    const counters = jobCounters(handle.metrics());
    return { result, counters, seconds: elapsed, signal: grace.signal() };
  } finally {
    clearInterval(looking);
    grace.letGo();
    display.close();
  }
}
