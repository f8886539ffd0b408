/**
 * Owns: how Millrace runs an unlike job: its steps, then what the case does with the results.
 */
import { defineJob, forEachSink, fromSequence, runJob, type Stream } from '@millrace/core';
import type { UnlikeJob, UnlikeStep } from './unlike-jobs.js';

export type Grouping = (values: Stream<unknown>) => Stream<unknown>;

export async function runUnlikeJob(job: UnlikeJob, grouping: Grouping): Promise<void> {
  let last: unknown;
  const definition = defineJob(job.name, (env) => {
    const numbers: Stream<unknown> = env
      .fromSource(fromSequence(0, job.records - 1), { uid: 'numbers' })
      .map((n): unknown => n);
    const keep = forEachSink((value: unknown) => {
      last = value;
    });
    grouping(job.steps.reduce(withStep, numbers)).sinkTo(keep, { uid: 'last' });
  });
  const handle = await runJob(definition);
  await handle.done;
  if (last === undefined) throw new Error(`${job.name} let nothing through`);
}

function withStep(values: Stream<unknown>, step: UnlikeStep): Stream<unknown> {
  return step.kind === 'map' ? values.map(step.map) : values.filter(step.filter);
}
