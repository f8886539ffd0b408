/** Two jobs in a row: what whoever feeds the first notices when the second has failed for good. */
import { setImmediate as immediate } from 'node:timers/promises';
import { collectSink } from '@millrace/testing';
import {
  defineJob,
  forEachSink,
  runJob,
  type EachSink,
  type JobDefinition,
  type JobHandle,
} from '@millrace/core';
import { Intake } from './intake.js';

const RECORDS_MAX = 10;

function feeding(name: string, intake: Intake<number>, sink: EachSink<number>): JobDefinition {
  return defineJob(name, (env) => {
    env.fromSource(intake.source, { uid: 'in' }).sinkTo(sink, { uid: 'out' });
  });
}

/** Offers one record a turn of the event loop until one is refused; answers how many were taken. */
async function pushUntilRefused(intake: Intake<number>): Promise<readonly [number, unknown]> {
  for (let taken = 0; ; taken++) {
    try {
      intake.offer(taken);
    } catch (error) {
      return [taken, error];
    }
    await immediate();
  }
}

it('FC-E21: when the second of two jobs fails, pushing into the first is soon refused', async () => {
  const [first, second] = [RECORDS_MAX, RECORDS_MAX].map(
    (recordsMax) => new Intake<number>({ recordsMax }),
  ) as [Intake<number>, Intake<number>];
  const passed = collectSink<number>();
  const failing = forEachSink((n: number) => {
    if (n === 5) throw new Error('the second job breaks');
    passed.each(n, 0);
  });
  const handles: JobHandle[] = [
    await runJob(
      feeding(
        'first',
        first,
        forEachSink((n) => second.offer(n)),
      ),
    ),
    await runJob(feeding('second', second, failing)),
  ];
  const dones = handles.map((handle) => handle.done.catch((error: unknown) => error));
  const [taken, refusal] = await pushUntilRefused(first);
  await Promise.all(dones);

  expect(passed.values).toEqual([0, 1, 2, 3, 4]);
  expect(refusal).toMatchObject({ code: 'INTAKE_STOPPING' });
  // What the second had read, what both intakes hold, and what the first had read.
  expect(taken).toBeLessThanOrEqual(6 + 3 * RECORDS_MAX);
  expect(handles.map((handle) => handle.health())).toEqual([
    {
      status: 'failed',
      reason: expect.stringMatching(
        /^out failed: .*The job stops and takes in nothing more/,
      ) as string,
    },
    { status: 'failed', reason: 'out failed: the second job breaks' },
  ]);
});
