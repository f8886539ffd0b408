/**
 * Owns: workload (b) in Millrace, with its defaults, and a timestamp taken from each record besides.
 */
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromSequence,
  runJob,
  seconds,
} from '@millrace/core';
import type { ChainCase } from '../chain-case.js';
import { runUnlikeJob } from '../millrace-unlike.js';
import { added, doubled, kept, recordAt, RECORDS } from './keyed-workload.js';

export const keyedMillrace: ChainCase = {
  run,
  runUnlike: (job) =>
    runUnlikeJob(job, (values) =>
      values.keyBy(job.keyOf).reduce((_, value) => value, { uid: 'last-of-key' }),
    ),
};

async function run(): Promise<number> {
  const total = new Float64Array(1);
  const job = defineJob('keyed', (env) => {
    env
      .fromSource(fromSequence(0, RECORDS - 1), {
        uid: 'records',
        watermarks: boundedOutOfOrderness(seconds(1), (i) => i),
      })
      .map(recordAt)
      .map(doubled)
      .filter(kept)
      .keyBy((record) => record.key)
      .reduce(added, { uid: 'sum' })
      .sinkTo(
        forEachSink((sum) => {
          total[0]! += sum.value;
        }),
        { uid: 'total' },
      );
  });
  const handle = await runJob(job);
  await handle.done;
  return total[0]!;
}
