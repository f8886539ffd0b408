/**
 * Owns: a job that is described and run in one call, for what leaves it.
 * Refuses: to keep anything of it: each run has a description of its own.
 */
import { defineJob } from '../api/define-job.js';
import type { Environment } from '../api/environment.js';
import type { Stream } from '../api/stream.js';
import type { JobHandle } from '../host/job-handle.js';
import { JOB_OPTIONS, type JobOptions } from '../host/job-options.js';
import { runJob } from '../host/run-job.js';
import type { EachSink, Sink } from '../model/sink.js';
import type { OptionNames } from '../model/unknown-option.js';

/** What the stream leads to that leaves the job. The job may have sinks besides. */
export type DescribeOutlet<T> = (env: Environment) => Stream<T>;

export interface OutletOptions extends JobOptions {
  /** Of the job, for metrics and messages. Default: that of the door. */
  readonly name?: string;
  /** Told of each run that has started: whoever wants to watch it, or to stop it. One that throws cancels it. */
  readonly onStarted?: (handle: JobHandle) => void;
}

export type NamedOutlet = OutletOptions & { readonly name: string };

export const OUTLET_OPTIONS: OptionNames<OutletOptions> = {
  ...JOB_OPTIONS,
  name: true,
  onStarted: true,
};

/** One run. */
export async function runOutlet<T>(
  describe: DescribeOutlet<T>,
  sink: Sink<T> | EachSink<T>,
  { name, onStarted, ...options }: NamedOutlet,
): Promise<JobHandle> {
  const job = defineJob(name, (env) => {
    describe(env).sinkTo(sink, { uid: name });
  });
  const handle = await runJob(job, options);
  await tellStarted(handle, onStarted);
  return handle;
}

/** Whoever throws has no handle, nor has anybody else: the job is not to run on. */
async function tellStarted(
  handle: JobHandle,
  onStarted: OutletOptions['onStarted'],
): Promise<void> {
  try {
    onStarted?.(handle);
  } catch (cause) {
    // The first cause is the one that is told (E6).
    await handle.cancel().catch(() => undefined);
    throw cause;
  }
}
