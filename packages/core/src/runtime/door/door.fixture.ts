/**
 * Owns: what tests of the ways in share: a job of one source and one sink, and a reader without a job.
 * Refuses: to judge what came out.
 */
import { collectSink, simulate, type SimulationOptions, type Simulated } from '@millrace/testing';
import { createRun, type Mail, type Source, type SourceReader } from '../../connector.js';
import {
  defineJob,
  forEachSink,
  runJob,
  type EachSink,
  type JobDefinition,
  type JobHandle,
  type Sink,
} from '../../index.js';

/** A job that brings what the source gives to the sink. */
export function through<T>(source: Source<T>, sink: Sink<T> | EachSink<T>): JobDefinition {
  return defineJob('door', (env) => {
    env.fromSource(source, { uid: 'in' }).sinkTo(sink, { uid: 'out' });
  });
}

export interface Passed<T> extends Simulated {
  readonly values: readonly T[];
}

/** All that a source gives in a simulation, to its end. */
export async function passed<T>(
  source: Source<T>,
  options: SimulationOptions = {},
): Promise<Passed<T>> {
  const out = collectSink<T>();
  const simulated = await simulate(through(source, out), options);
  return { ...simulated, values: out.values };
}

/** A job on the event loop whose records go to a function. */
export function running<T>(source: Source<T>, onRecord: (record: T) => void): Promise<JobHandle> {
  return runJob(through(source, forEachSink(onRecord)));
}

/** The reader of a source without a job, and the mails that it has posted and nobody has delivered. */
export interface BareReader<T> extends Pick<SourceReader<T>, 'metrics'> {
  readonly mails: Mail[];
  /** What a poll with so much credit gives, and what it answers. */
  poll(recordsMax: number): { readonly values: readonly T[]; readonly status: string };
  close(): Promise<void> | void;
}

/** A reader at a time that stands, or that this tells. */
export function bareReader<T>(source: Source<T>, now: () => number = () => 0): BareReader<T> {
  const mails: Mail[] = [];
  const reader = source.createReader({
    post: (mail) => void mails.push(mail),
    clock: { now, after: () => () => undefined },
    random: { next: () => 0 },
    recordFailed: () => undefined,
    whenSettled: () => undefined,
  });
  reader.open();
  return {
    mails,
    metrics: () => reader.metrics!(),
    close: () => reader.close(),
    poll: (recordsMax) => {
      const run = createRun<T>(recordsMax);
      const status = reader.poll(run, recordsMax);
      return { values: run.values.slice(0, run.length), status };
    },
  };
}
