/**
 * Owns: workload (a) in RxJS, per element: a Subject fed in a loop.
 * Refuses: `range` and `from`: an array of ten million would be measured, or a source that a stream
 * of events does not have.
 */
import { filter, map, Subject } from 'rxjs';
import type { ChainCase } from '../chain-case.js';
import { runUnlikeSteps } from '../rxjs-unlike.js';
import { NUMBERS } from './numbers-workload.js';

export const numbersRxjs: ChainCase = {
  run,
  runUnlike: (job) => {
    runUnlikeSteps(job, (values) => values);
  },
};

function run(): number {
  const sum = new Float64Array(1);
  const numbers = new Subject<number>();
  numbers
    .pipe(
      map((x) => x * 2 + 1),
      filter((x) => x % 3 !== 0),
    )
    .subscribe((x) => {
      sum[0]! += x;
    });
  for (let i = 0; i < NUMBERS; i++) numbers.next(i);
  numbers.complete();
  return sum[0]!;
}
