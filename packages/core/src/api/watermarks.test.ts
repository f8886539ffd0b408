/** What a watermark strategy cannot be is told when the job is described, or when it is made. */
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromSequence,
  isMillraceError,
  monotonousTimestamps,
  noWatermarks,
  punctuated,
  type JobProblem,
  type WatermarkOptions,
  type WatermarkStrategy,
} from '../index.js';

const timeOf = (n: number): number => n;

function problemsOf(watermarks: WatermarkStrategy<number>): readonly JobProblem[] {
  try {
    defineJob('timed', (env) => {
      env
        .fromSource(fromSequence(1, 9), { uid: 'in', watermarks })
        .sinkTo(forEachSink(() => undefined));
    });
  } catch (error) {
    if (isMillraceError(error)) return error.problems;
    throw error;
  }
  return [];
}

const aligned = (group: unknown, driftMsMax: unknown): WatermarkOptions => ({
  alignment: { group: group as string, driftMsMax: driftMsMax as number },
});

describe('a watermark strategy', () => {
  it.each<[WatermarkOptions, string]>([
    [{ idleAfterMs: 0 }, 'have an idleAfterMs of 0; use more than 0 ms'],
    [{ idleAfterMs: -5 }, 'have an idleAfterMs of -5;'],
    [{ idleAfterMs: Number.NaN }, 'have an idleAfterMs of NaN;'],
    [{ idleAfterMs: Infinity }, 'have an idleAfterMs of Infinity;'],
    [{ futureMsMax: -1 }, 'have a futureMsMax of -1; use 0 ms or more, or Infinity'],
    [{ futureMsMax: Number.NaN }, 'have a futureMsMax of NaN;'],
    [aligned('', 5), 'are aligned in a group without a name'],
    [aligned(7, 5), 'are aligned in a group without a name'],
    [aligned('all', -1), 'have a driftMsMax of -1 in the group all; use 0 ms or more'],
    [aligned('all', Infinity), 'have a driftMsMax of Infinity in the group all'],
  ])('is refused with %p', (options, sentence) => {
    for (const watermarks of [
      boundedOutOfOrderness(5, timeOf, options),
      monotonousTimestamps(timeOf, options),
      punctuated(timeOf, () => undefined, options),
      { ...monotonousTimestamps(timeOf), ...options },
    ]) {
      const [problem, ...others] = problemsOf(watermarks);
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ code: 'WATERMARKS_INVALID', operator: 'in' });
      expect(problem!.message).toContain(`the watermarks of in ${sentence}`);
    }
  });

  it('is refused when it hears of something else', () => {
    const watermarks = { ...monotonousTimestamps(timeOf), hears: 'rumours' as 'runs' };
    expect(problemsOf(watermarks).map(({ message }) => message)).toEqual([
      `the watermarks of in hear "rumours"; use 'runs' or 'records'`,
    ]);
  });

  it('is taken with all that may be', () => {
    const options = { idleAfterMs: 1, futureMsMax: Infinity, ...aligned('all', 0) };
    expect(problemsOf(boundedOutOfOrderness(0, timeOf, options))).toEqual([]);
    expect(problemsOf(noWatermarks(timeOf, { idleAfterMs: 0.5, futureMsMax: 0 }))).toEqual([]);
  });

  it('that says nothing is not aligned, since its group would wait for ever', () => {
    expect(() => noWatermarks(timeOf, aligned('all', 5))).toThrow('noWatermarks cannot be aligned');
  });

  it('knows the names of its options', () => {
    const misspelt = { idleAfter: 5 } as WatermarkOptions;
    expect(() => monotonousTimestamps(timeOf, misspelt)).toThrow('idleAfterMs');
  });
});
