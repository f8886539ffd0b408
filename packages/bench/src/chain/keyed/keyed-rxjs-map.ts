/**
 * Owns: workload (b) in RxJS, per element, summed into a Map by the subscriber: what one writes by
 * hand, with bare numbers as state and none of our records emitted.
 */
import { filter, map, type Observable, Subject, tap } from 'rxjs';
import type { ChainCase } from '../chain-case.js';
import { runUnlikeSteps } from '../rxjs-unlike.js';
import type { UnlikeJob } from '../unlike-jobs.js';
import { doubled, type KeyedRecord, kept, recordAt, RECORDS } from './keyed-workload.js';

export const keyedRxjsMap: ChainCase = { run, runUnlike };

function run(): number {
  const sums = new Map<string, number>();
  const total = new Float64Array(1);
  const records = new Subject<KeyedRecord>();
  records.pipe(map(doubled), filter(kept)).subscribe((record) => {
    const sum = (sums.get(record.key) ?? 0) + record.value;
    sums.set(record.key, sum);
    total[0]! += sum;
  });
  for (let i = 0; i < RECORDS; i++) records.next(recordAt(i));
  records.complete();
  return total[0]!;
}

function runUnlike(job: UnlikeJob): void {
  const lasts = new Map<string | number, unknown>();
  const intoMap = tap((value: unknown) => void lasts.set(job.keyOf(value), value));
  runUnlikeSteps(job, (values: Observable<unknown>) => values.pipe(intoMap));
}
