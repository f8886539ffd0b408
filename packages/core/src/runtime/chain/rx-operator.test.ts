/** pipe(): RxJS operators of a user between two of ours, and what they may not do. */
import {
  bufferCount,
  catchError,
  debounceTime,
  defaultIfEmpty,
  delay,
  EMPTY,
  filter,
  finalize,
  map,
  mergeMap,
  NEVER,
  observeOn,
  asapScheduler,
  of,
  range,
  reduce,
  repeat,
  retry,
  scan,
  startWith,
  take,
  takeWhile,
  tap,
  throwIfEmpty,
  toArray,
  type OperatorFunction,
} from 'rxjs';
import {
  collectSink,
  operatorHarness,
  simulate,
  slowSink,
  verifyOperator,
} from '@millrace/testing';
import {
  defineJob,
  explain,
  forEachSink,
  fromSequence,
  outputTag,
  type EachSink,
  type FailedRecord,
  type Sink,
  type Stream,
} from '../../index.js';

type Numbers = OperatorFunction<number, unknown>;

const job = (
  describe: (numbers: Stream<number>) => Stream<unknown>,
  sink: Sink<unknown> | EachSink<unknown>,
) =>
  defineJob('piped', (env) => {
    describe(env.fromSource(fromSequence(1, 6), { uid: 'in' })).sinkTo(sink, { uid: 'out' });
  });

const through = async (operator: Numbers): Promise<readonly unknown[]> => {
  const out = collectSink<unknown>();
  await simulate(job((numbers) => numbers.pipe(operator, { uid: 'pipe' }), out));
  return out.values;
};

const records = Array.from({ length: 20 }, (_, n) => ({ value: n, timestamp: n * 10 }));
const input = records.flatMap((record) => [
  record,
  ...(record.value % 6 === 5 ? [{ watermark: record.timestamp }] : []),
]);

describe('pipe', () => {
  it('C3, K2: stateless operators come to the same under every schedule, with the timestamp at hand', () => {
    const operator = (numbers: Stream<number>): Stream<number> =>
      numbers.pipe(
        filter((n) => n % 3 !== 0),
        mergeMap((n) => [n, n + 0.5, -n]),
        map((n) => n * 2),
      );
    const expected = records
      .filter(({ value }) => value % 3 !== 0)
      .flatMap(({ value: n, timestamp }) =>
        [n * 2, n * 2 + 1, n * -2].map((value) => ({ value, timestamp })),
      );
    expect(verifyOperator({ operator, input, expected }).length).toBeGreaterThanOrEqual(10);
  });

  it.each<[string, OperatorFunction<number, number>]>([
    ['scan', scan((sum, n) => sum + n, 0)],
    [
      'a hand-made closure',
      (source) => {
        let seen = 0;
        return source.pipe(map((n) => n + seen++));
      },
    ],
  ])(
    'the test kit finds the state of %s, which only shows between two stretches',
    (_, stateful) => {
      const operator = (numbers: Stream<number>): Stream<number> => numbers.pipe(stateful);
      const whole = operatorHarness(operator);
      whole.processElements([1, 2, 3].map((value) => ({ value })));
      const expected = whole.values.map((value) => ({ value }));
      const three = [1, 2, 3].map((value) => ({ value }));
      expect(() => verifyOperator({ operator, input: three, expected })).toThrow(
        /OPERATOR_DIFFERS|schedules/,
      );
    },
  );

  it.each<[string, string, Numbers]>([
    ['RXJS_STATEFUL', 'toArray', toArray()],
    ['RXJS_STATEFUL', 'reduce', reduce((sum, n) => sum + n, 0)],
    ['RXJS_STATEFUL', 'the rest of bufferCount', bufferCount(4)],
    ['RXJS_STATEFUL', 'debounceTime', debounceTime(5)],
    [
      'RXJS_STATEFUL',
      'defaultIfEmpty',
      (source) =>
        source.pipe(
          filter(() => false),
          defaultIfEmpty(0),
        ),
    ],
    ['RXJS_STATEFUL', 'startWith', startWith(0)],
    ['RXJS_STATEFUL', 'repeat', repeat()],
    ['RXJS_COMPLETED', 'take', take(2)],
    ['RXJS_COMPLETED', 'takeWhile', takeWhile((n) => n < 3)],
    [
      'RXJS_COMPLETED',
      'an error that is swallowed',
      (source) =>
        source.pipe(
          map(() => {
            throw new Error('torn');
          }),
          catchError(() => EMPTY),
        ),
    ],
    ['RXJS_ASYNCHRONOUS', 'delay', delay(5)],
    ['RXJS_ASYNCHRONOUS', 'mergeMap of a promise', mergeMap((n) => Promise.resolve(n))],
    ['RXJS_ASYNCHRONOUS', 'mergeMap of what never completes', mergeMap(() => NEVER)],
    ['RXJS_ASYNCHRONOUS', 'observeOn', observeOn(asapScheduler)],
    [
      'RXJS_FAILED',
      'throwIfEmpty',
      (source) =>
        source.pipe(
          filter(() => false),
          throwIfEmpty(),
        ),
    ],
    [
      'RXJS_FAILED',
      'a teardown that throws',
      finalize(() => {
        throw new Error('torn');
      }),
    ],
    ['RXJS_OPERATOR_INVALID', 'an operator that was not called', map as unknown as Numbers],
  ])('%s: refuses %s, by the name of the operator', async (code, _, operator) => {
    await expect(through(operator)).rejects.toMatchObject({
      code,
      operator: 'pipe',
      message: expect.stringMatching(/^pipe/),
    });
  });

  it('no policy of records tolerates an unfit pipe', async () => {
    const skipping = (numbers: Stream<number>) => numbers.pipe(take(2), { onError: 'skip' });
    await expect(simulate(job(skipping, collectSink()))).rejects.toMatchObject({
      code: 'RXJS_COMPLETED',
    });
  });

  it('E6: an error is that of the record at hand; behind it the pipe is subscribed anew', async () => {
    const failed = outputTag<FailedRecord<number>>('failed');
    const [out, refused] = [collectSink<number>(), collectSink<FailedRecord<number>>()];
    let subscribed = 0;
    await simulate(
      defineJob('torn', (env) => {
        const piped = env.fromSource(fromSequence(1, 6), { uid: 'in' }).pipe(
          (source) => {
            subscribed += 1;
            return source;
          },
          map((n) => {
            if (n % 4 === 2) throw new Error('torn');
            return n;
          }),
          { uid: 'pipe', onError: failed },
        );
        piped.sinkTo(out);
        piped.getSideOutput(failed).sinkTo(refused);
      }),
      { stepsPerTurnMax: 1 },
    );
    expect(out.values).toEqual([1, 3, 4, 5]);
    expect(refused.values.map(({ value, error }) => [value, error.message])).toEqual([
      [2, 'pipe failed: torn'],
      [6, 'pipe failed: torn'],
    ]);
    expect(subscribed).toBeGreaterThanOrEqual(2);
  });

  it('retry goes on with the record behind the one that failed', async () => {
    const tearing: Numbers = (source) =>
      source.pipe(
        map((n) => {
          if (n === 3) throw new Error('torn');
          return n;
        }),
        retry(),
      );
    expect(await through(tearing)).toEqual([1, 2, 4, 5, 6]);
  });

  it('C3: one record that comes to more than there is place for fails the job, and is not awaited', async () => {
    const limits = { runRecordsMax: 4, parkedRecordsMax: 8 };
    let made = 0;
    const endless = mergeMap(() => range(0, 1e9).pipe(tap(() => (made += 1))));
    const running = simulate(
      job((n) => n.pipe(endless, { uid: 'pipe' }), collectSink()),
      { limits },
    );
    await expect(running).rejects.toMatchObject({ code: 'FAN_OUT_EXCEEDED', operator: 'pipe' });
    expect(made).toBe(13);
  });

  it('C3: before a sink that takes little, nothing is lost and the order stays', async () => {
    const out = slowSink<unknown>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 5 });
    await simulate(job((n) => n.pipe(mergeMap((each) => of(each, -each))), out));
    expect(out.written).toEqual([1, 2, 3, 4, 5, 6].flatMap((n) => [n, -n]));
  });

  it('stands in the plan by its name', () => {
    const piped = job(
      (n) =>
        n.pipe(
          map((each) => each),
          { uid: 'to-text' },
        ),
      forEachSink(() => undefined),
    );
    expect(explain(piped).text).toContain('pipe to-text');
  });
});
