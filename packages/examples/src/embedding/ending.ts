/**
 * Owns: what an application tells of the end of a job: an honest line, and the exit code.
 * Refuses: to call an end clean at which something accepted was left unwritten.
 */
import type { JobHandle, JobResult, Unwritten } from '@millrace/core';

export const EXIT_CODES = { clean: 0, failedOrLeft: 1, signal: 128 } as const;

/** One line of a log. */
export interface EndingReport {
  readonly job: string;
  readonly ended: JobResult['ended'] | 'failed';
  /** The first cause, in one sentence. */
  readonly failure?: string;
  /** By sink: how many records it had accepted and not written, and the first of their keys. */
  readonly unwritten: Readonly<Record<string, Unwritten>>;
  /** Records that the job had read and that had reached no sink. */
  readonly queued: number;
  /** Records that were handed to the application and that the job had not read. */
  readonly waiting: number;
}

export interface Ending {
  readonly exitCode: number;
  readonly report: EndingReport;
}

/** Resolves when the job has ended, however it did. */
export async function endingOf(
  handle: JobHandle,
  waiting: () => number = () => 0,
): Promise<Ending> {
  const how = await handle.done.then(
    ({ ended }) => ({ ended }),
    () => ({ ended: 'failed' as const, failure: handle.health().reason ?? 'It failed.' }),
  );
  const report: EndingReport = {
    job: handle.name,
    ...how,
    unwritten: Object.fromEntries(handle.unwritten()),
    queued: handle.metrics().queued,
    waiting: waiting(),
  };
  return { exitCode: exitCodeOf(report), report };
}

function exitCodeOf({ ended, unwritten, queued, waiting }: EndingReport): number {
  const left = Object.keys(unwritten).length > 0 || queued > 0 || waiting > 0;
  return ended === 'failed' || left ? EXIT_CODES.failedOrLeft : EXIT_CODES.clean;
}
