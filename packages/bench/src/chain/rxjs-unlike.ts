/**
 * Owns: how RxJS runs an unlike job: its steps, then what the case does with the results.
 */
import { filter, map, type Observable, Subject } from 'rxjs';
import type { UnlikeJob, UnlikeStep } from './unlike-jobs.js';

export type Grouping = (values: Observable<unknown>) => Observable<unknown>;

export function runUnlikeSteps(job: UnlikeJob, grouping: Grouping): void {
  const numbers = new Subject<unknown>();
  let last: unknown;
  grouping(job.steps.reduce<Observable<unknown>>(withStep, numbers)).subscribe((value) => {
    last = value;
  });
  for (let i = 0; i < job.records; i++) numbers.next(i);
  numbers.complete();
  if (last === undefined) throw new Error(`${job.name} let nothing through`);
}

function withStep(values: Observable<unknown>, step: UnlikeStep): Observable<unknown> {
  return step.kind === 'map' ? values.pipe(map(step.map)) : values.pipe(filter(step.filter));
}
