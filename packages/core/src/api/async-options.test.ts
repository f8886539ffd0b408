/** What is wrong with a call that answers later is told when the job is described. */
import { defineJob, forEachSink, fromArray, isMillraceError, type AsyncOptions } from '../index.js';

type Options = AsyncOptions<number, number>;

/** The messages of all that is wrong with a job with a call of these options. */
function faultsOf(options: Options, verb: 'asyncMap' | 'asyncFlatMap' = 'asyncMap'): string[] {
  try {
    defineJob('called', (env) => {
      const numbers = env.fromSource(fromArray([1]), { uid: 'in' });
      const answers = numbers[verb]((n) => [n] as never, { uid: 'calls', ...options } as never);
      answers.sinkTo(forEachSink(() => undefined));
    });
    return [];
  } catch (error) {
    if (!isMillraceError(error)) throw error;
    return error.problems.map(({ code, message }) => `${code}: ${message}`);
  }
}

/** What JavaScript may pass where a type would refuse it. */
const untyped = (options: object): Options => options;

describe('the options of a call', () => {
  it('may be left out, and may be at their ends', () => {
    expect(faultsOf({})).toEqual([]);
    const retry = { attemptsMax: 1, backoffMsMin: 0, backoffMsMax: 0, backoffFactor: 1 } as const;
    expect(faultsOf({ capacity: 1, timeoutMs: Number.POSITIVE_INFINITY, retry })).toEqual([]);
  });

  it.each<readonly [Options, string]>([
    [{ capacity: 0 }, 'the capacity 0; use a whole number from 1'],
    [{ capacity: 1.5 }, 'the capacity 1.5; use a whole number from 1'],
    [{ timeoutMs: 0 }, 'the timeoutMs 0; use milliseconds, or Infinity'],
    [{ timeoutMs: Number.NaN }, 'the timeoutMs NaN; use milliseconds, or Infinity'],
    [{ retry: { attemptsMax: 0 } }, 'the retry.attemptsMax 0; use a whole number from 1'],
    [
      { retry: { attemptsMax: 2, backoffMsMin: -1 } },
      'the retry.backoffMsMin -1; use milliseconds from 0',
    ],
    [
      { retry: { attemptsMax: 2, backoffMsMin: 7, backoffMsMax: 6 } },
      'the retry.backoffMsMax 6; use milliseconds, and no fewer than backoffMsMin',
    ],
    [
      { retry: { attemptsMax: 2, backoffFactor: 0.5 } },
      'the retry.backoffFactor 0.5; use a number from 1',
    ],
    [untyped({ order: 'key' }), 'the order key; use one of input, none'],
    [
      untyped({ retry: { attemptsMax: 2, jitter: 'some' } }),
      'the retry.jitter some; use full or none',
    ],
  ])('ASYNC_OPTION_INVALID: %j', (options, told) => {
    const expected = [`ASYNC_OPTION_INVALID: calls has ${told}`];
    expect(faultsOf(options)).toEqual(expected);
    expect(faultsOf(options, 'asyncFlatMap')).toEqual(expected);
  });

  it('OPTION_UNKNOWN: a name that nobody knows, also of the retry', () => {
    expect(faultsOf(untyped({ timeout: 5 }))).toEqual([
      'OPTION_UNKNOWN: calls has no option "timeout"; did you mean "timeoutMs"?',
    ]);
    expect(faultsOf(untyped({ retry: { attempts: 5 } }))).toEqual([
      'OPTION_UNKNOWN: the retry of calls has no option "attempts"; did you mean "attemptsMax"?',
    ]);
  });

  it('leave the order of each key to streams that have keys', () => {
    const described = (): unknown =>
      defineJob('keyed', (env) => {
        const keyed = env.fromSource(fromArray([1])).keyBy((n) => n);
        keyed.asyncMap((n) => n, { order: 'key' }).sinkTo(forEachSink(() => undefined));
      });
    expect(described).not.toThrow();
  });
});
