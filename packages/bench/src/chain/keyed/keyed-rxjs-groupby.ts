/**
 * Owns: workload (b) in RxJS as its documentation would have it: `groupBy`, and a `scan` in each
 * group. A scan over bare numbers was measured too, and is no faster.
 */
import { filter, groupBy, map, mergeMap, type Observable, scan, Subject } from 'rxjs';
import type { ChainCase } from '../chain-case.js';
import { runUnlikeSteps } from '../rxjs-unlike.js';
import type { UnlikeJob } from '../unlike-jobs.js';
import { added, doubled, type KeyedRecord, kept, recordAt, RECORDS } from './keyed-workload.js';

export const keyedRxjsGroupby: ChainCase = { run, runUnlike };

function run(): number {
  const total = new Float64Array(1);
  const records = new Subject<KeyedRecord>();
  records
    .pipe(
      map(doubled),
      filter(kept),
      groupBy((record) => record.key),
      mergeMap((group) => group.pipe(scan(added))),
    )
    .subscribe((sum) => {
      total[0]! += sum.value;
    });
  for (let i = 0; i < RECORDS; i++) records.next(recordAt(i));
  records.complete();
  return total[0]!;
}

function runUnlike(job: UnlikeJob): void {
  runUnlikeSteps(job, (values: Observable<unknown>) =>
    values.pipe(
      groupBy(job.keyOf),
      mergeMap((group) => group.pipe(scan((_, value) => value))),
    ),
  );
}
