/**
 * Owns: workload (a) in Millrace, with its defaults, and a timestamp taken from each number besides.
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
import { NUMBERS } from './numbers-workload.js';

export const numbersMillrace: ChainCase = {
  run,
  runUnlike: (job) => runUnlikeJob(job, (values) => values),
};

async function run(): Promise<number> {
  const sum = new Float64Array(1);
  const job = defineJob('numbers', (env) => {
    env
      .fromSource(fromSequence(0, NUMBERS - 1), {
        uid: 'numbers',
        watermarks: boundedOutOfOrderness(seconds(1), (x) => x),
      })
      .map((x) => x * 2 + 1)
      .filter((x) => x % 3 !== 0)
      .sinkTo(
        forEachSink((x) => {
          sum[0]! += x;
        }),
        { uid: 'sum' },
      );
  });
  const handle = await runJob(job);
  await handle.done;
  return sum[0]!;
}
