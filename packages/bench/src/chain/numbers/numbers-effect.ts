/**
 * Owns: workload (a) in Effect 4, in chunks of 4096.
 *
 * `runFold`, `runSum` and `runForEachArray` were measured beside each other; no difference came out
 * of the noise, so the one that a reader would write stands here.
 */
import { Effect, Stream } from 'effect';
import type { ChainCase } from '../chain-case.js';
import type { UnlikeJob, UnlikeStep } from '../unlike-jobs.js';
import { NUMBERS } from './numbers-workload.js';

const CHUNK_RECORDS = 4096;

export const numbersEffect: ChainCase = { run, runUnlike };

function run(): Promise<number> {
  return Stream.range(0, NUMBERS - 1, CHUNK_RECORDS).pipe(
    Stream.map((x) => x * 2 + 1),
    Stream.filter((x) => x % 3 !== 0),
    Stream.runFold(
      () => 0,
      (sum, x) => sum + x,
    ),
    Effect.runPromise,
  );
}

async function runUnlike(job: UnlikeJob): Promise<void> {
  const numbers: Stream.Stream<unknown> = Stream.range(0, job.records - 1, CHUNK_RECORDS);
  const last = await job.steps.reduce(withStep, numbers).pipe(
    Stream.runFold(
      (): unknown => undefined,
      (_, value) => value,
    ),
    Effect.runPromise,
  );
  if (last === undefined) throw new Error(`${job.name} let nothing through`);
}

function withStep(values: Stream.Stream<unknown>, step: UnlikeStep): Stream.Stream<unknown> {
  return step.kind === 'map'
    ? Stream.map(values, step.map)
    : Stream.filter(values, (value) => step.filter(value));
}
