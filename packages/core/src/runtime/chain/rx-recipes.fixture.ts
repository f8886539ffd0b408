/**
 * Owns: for each operator of RxJS, the pipes that show what `docs/book/rxjs.md` says of it, by verdict.
 * Refuses: to try them; `rx-page.test.ts` does.
 */
import * as rx from 'rxjs';
import type { OperatorFunction } from 'rxjs';

export type Numbers = OperatorFunction<number, unknown>;

export type Recipes = Readonly<Record<string, Numbers>>;

/** Repeated side by side and far apart; even in number, and one of them only once. */
export const INPUT: readonly number[] = [3, 3, 1, 2, 2, 1, 3, 4];

const { EMPTY, filter, map, mergeMap, NEVER, of, pipe, range, Subject, timer } = rx;

const pair = (n: number) => of(n, -n);
const pairs = map(pair);
const doubled = (numbers: rx.Observable<number>) => numbers.pipe(map((n) => n * 2));
const nothing: OperatorFunction<number, number> = filter(() => false);
const promised = (n: number) => Promise.resolve(n);
const sum = (total: number, n: number) => total + n;
const later = () => timer(1);
const never = () => NEVER;
const notTwo = map((n: number) => {
  if (n === 2) throw new Error('torn');
  return n;
});
/** Windows as lists, which are records of a job. */
const listed = mergeMap((window: rx.Observable<number>) => window.pipe(rx.toArray()));

/** What comes out is what RxJS makes of them behind a Subject, however records come. */
export const WORKS: Recipes = {
  catchError: mergeMap((n) =>
    of(n).pipe(
      notTwo,
      rx.catchError(() => of(0)),
    ),
  ),
  combineLatestWith: rx.combineLatestWith(of(7)),
  concatAll: pipe(pairs, rx.concatAll()),
  concatMap: rx.concatMap(pair),
  concatMapTo: rx.concatMapTo(of('x', 'y')),
  connect: rx.connect((numbers) => rx.merge(numbers.pipe(filter((n) => n > 1)), doubled(numbers))),
  dematerialize: pipe(
    map((value) => ({ kind: 'N' as const, value })),
    rx.dematerialize(),
  ),
  exhaust: pipe(pairs, rx.exhaust()),
  exhaustAll: pipe(pairs, rx.exhaustAll()),
  exhaustMap: rx.exhaustMap(pair),
  expand: rx.expand((n) => (n > 0 ? of(n - 1) : EMPTY)),
  filter: filter((n) => n > 1),
  flatMap: rx.flatMap(pair),
  map: map((n) => n * 2),
  mapTo: rx.mapTo('x'),
  mergeAll: pipe(pairs, rx.mergeAll()),
  mergeMap: mergeMap(pair),
  mergeMapTo: rx.mergeMapTo(of('x', 'y')),
  multicast: rx.multicast(() => new Subject<number>(), doubled),
  pluck: pipe(
    map((n) => ({ n })),
    rx.pluck('n'),
  ),
  publish: rx.publish(doubled),
  publishReplay: rx.publishReplay(1, 1_000, doubled),
  retry: pipe(notTwo, rx.retry()),
  retryWhen: pipe(
    notTwo,
    rx.retryWhen((errors) => errors),
  ),
  switchAll: pipe(pairs, rx.switchAll()),
  switchMap: rx.switchMap(pair),
  switchMapTo: rx.switchMapTo(of('x', 'y')),
  withLatestFrom: rx.withLatestFrom(of(7)),
};

/** What comes out is what went in, although it says otherwise; or it says so. */
export const CHANGES_NOTHING: Recipes = {
  finalize: rx.finalize(() => undefined),
  raceWith: rx.raceWith(NEVER),
  refCount: (numbers) => rx.refCount<number>()(rx.publish<number>()(numbers)),
  share: rx.share(),
  shareReplay: rx.shareReplay(1),
  skipUntil: rx.skipUntil(of(0)),
  takeUntil: rx.takeUntil(timer(60_000)),
  tap: rx.tap(() => undefined),
  timeout: rx.timeout(60_000),
  timeoutWith: rx.timeoutWith(60_000, of(7)),
};

/** The job runs, and what comes out depends on how records come. */
export const FORGETS: Recipes = {
  distinct: rx.distinct(),
  distinctUntilChanged: rx.distinctUntilChanged(),
  distinctUntilKeyChanged: pipe(
    map((n) => ({ n })),
    rx.distinctUntilKeyChanged('n'),
  ),
  groupBy: pipe(
    rx.groupBy((n) => n % 2),
    map(({ key }) => key),
  ),
  mergeScan: rx.mergeScan((total, n) => of(sum(total, n)), 0),
  pairwise: rx.pairwise(),
  scan: rx.scan(sum, 0),
  skip: rx.skip(1),
  skipLast: rx.skipLast(1),
  skipWhile: rx.skipWhile((n) => n > 2),
  switchScan: rx.switchScan((total, n) => of(sum(total, n)), 0),
  throttle: rx.throttle(never),
  throttleTime: rx.throttleTime(60_000),
  zipWith: rx.zipWith(range(0, 20)),
};

/** Nothing comes out, and the job finishes as if that were right. */
export const SILENT: Recipes = {
  bufferToggle: rx.bufferToggle(NEVER, never),
  ignoreElements: rx.ignoreElements(),
  sample: rx.sample(NEVER),
  sampleTime: rx.sampleTime(60_000),
  skipUntil: rx.skipUntil(NEVER),
  windowToggle: pipe(rx.windowToggle(NEVER, never), listed),
  withLatestFrom: rx.withLatestFrom(NEVER),
};

/** What comes out is of the wall clock, whatever the job's clock says. */
export const WALL_CLOCK: Recipes = {
  timeInterval: pipe(
    rx.timeInterval(),
    map(({ interval }) => interval),
  ),
  timestamp: pipe(
    rx.timestamp(),
    map(({ timestamp }) => timestamp),
  ),
};

/** By the code with which the job fails. */
export const REFUSED: Readonly<Record<string, Recipes>> = {
  RXJS_STATEFUL: {
    buffer: rx.buffer(NEVER),
    bufferCount: rx.bufferCount(3),
    bufferTime: rx.bufferTime(1),
    bufferToggle: rx.bufferToggle(of(0), never),
    bufferWhen: rx.bufferWhen(never),
    combineAll: pipe(pairs, rx.combineAll()),
    combineLatestAll: pipe(pairs, rx.combineLatestAll()),
    concatWith: rx.concatWith(of(7)),
    count: rx.count(),
    debounce: rx.debounce(later),
    debounceTime: rx.debounceTime(1),
    defaultIfEmpty: pipe(nothing, rx.defaultIfEmpty(0)),
    endWith: rx.endWith(0),
    every: rx.every((n) => n > 0),
    find: rx.find((n) => n > 9),
    findIndex: rx.findIndex((n) => n > 9),
    last: rx.last(),
    materialize: rx.materialize(),
    max: rx.max(),
    mergeWith: rx.mergeWith(of(7)),
    min: rx.min(),
    onErrorResumeNextWith: rx.onErrorResumeNextWith(of(7)),
    publishBehavior: rx.publishBehavior(0),
    raceWith: rx.raceWith(of(7)),
    reduce: rx.reduce(sum, 0),
    repeat: rx.repeat(2),
    repeatWhen: rx.repeatWhen((ends) => ends),
    sequenceEqual: pipe(nothing, rx.sequenceEqual<number>(EMPTY)),
    startWith: rx.startWith(0),
    takeLast: rx.takeLast(1),
    toArray: rx.toArray(),
    window: pipe(rx.window(NEVER), listed),
    windowCount: pipe(rx.windowCount(3), listed),
    windowTime: pipe(rx.windowTime(1), listed),
    windowToggle: pipe(rx.windowToggle(of(0), never), listed),
    windowWhen: pipe(rx.windowWhen(never), listed),
    zipAll: pipe(pairs, rx.zipAll()),
  },
  RXJS_ASYNCHRONOUS: {
    audit: rx.audit(later),
    auditTime: rx.auditTime(1),
    combineLatestWith: rx.combineLatestWith(NEVER),
    concatMap: rx.concatMap(promised),
    delay: rx.delay(0),
    delayWhen: rx.delayWhen(later),
    exhaustMap: rx.exhaustMap(promised),
    flatMap: rx.flatMap(promised),
    mergeMap: mergeMap(promised),
    multicast: rx.multicast(() => new Subject<number>()),
    observeOn: rx.observeOn(rx.asapScheduler),
    publish: rx.publish(),
    publishLast: rx.publishLast(),
    publishReplay: rx.publishReplay(1),
    repeatWhen: rx.repeatWhen(never),
    subscribeOn: rx.subscribeOn(rx.asapScheduler),
    switchMap: rx.switchMap(promised),
  },
  RXJS_COMPLETED: {
    catchError: pipe(
      notTwo,
      rx.catchError(() => EMPTY),
    ),
    dematerialize: pipe(
      map(() => ({ kind: 'C' as const })),
      rx.dematerialize(),
    ),
    elementAt: rx.elementAt(0),
    every: rx.every((n) => n > 9),
    find: rx.find((n) => n === 3),
    findIndex: rx.findIndex((n) => n === 3),
    first: rx.first(),
    isEmpty: rx.isEmpty(),
    onErrorResumeNextWith: pipe(notTwo, rx.onErrorResumeNextWith(EMPTY)),
    sequenceEqual: rx.sequenceEqual(of(7)),
    take: rx.take(1),
    takeUntil: rx.takeUntil(of(0)),
    takeWhile: rx.takeWhile((n) => n > 9),
    zipWith: rx.zipWith(of(7)),
  },
  RXJS_FAILED: {
    elementAt: rx.elementAt(99),
    first: rx.first((n) => n > 9),
    last: rx.last((n) => n > 9),
    single: rx.single((n) => n > 9),
    throwIfEmpty: pipe(nothing, rx.throwIfEmpty()),
  },
  OPERATOR_FAILED: {
    single: rx.single(),
  },
};
