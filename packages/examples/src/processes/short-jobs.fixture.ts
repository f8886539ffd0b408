/**
 * Owns: very many short jobs, finished ones and ones that fail while they start, and what they leave
 *   in the process (FC-F10).
 */
import { defineJob, forEachSink, fromSequence, runJob, type JobDefinition } from '@millrace/core';
import { failure, scriptedSource } from '@millrace/testing';
import { heapInUse, rowTable, tell } from './row-table.fixture.js';

const JOBS = 10_000;
const AT_A_TIME = 20;

const finishing = (): JobDefinition =>
  defineJob('finishes', (env) => {
    env.fromSource(fromSequence(1, 3)).sinkTo(rowTable<number>({ write: () => undefined }));
  });

const failing = (): JobDefinition =>
  defineJob('fails', (env) => {
    env
      .fromSource(scriptedSource<number>([failure(new Error('no such topic'))]))
      .sinkTo(forEachSink(() => undefined));
  });

const ends: Record<string, number> = {};

async function runOne(job: JobDefinition): Promise<void> {
  const handle = await runJob(job);
  await handle.done.catch(() => undefined);
  ends[handle.status] = (ends[handle.status] ?? 0) + 1;
}

async function runJobs(count: number): Promise<{ heap: number; handles: number }> {
  for (let i = 0; i < count; i += AT_A_TIME) {
    const jobs = Array.from({ length: AT_A_TIME }, (_, n) =>
      n % 2 === 0 ? finishing() : failing(),
    );
    await Promise.all(jobs.map(runOne));
  }
  return { heap: heapInUse(), handles: process.getActiveResourcesInfo().length };
}

async function main(): Promise<void> {
  const first = await runJobs(100);
  const last = await runJobs(JOBS - 100);
  tell({ ends, first, last });
}

void main();
