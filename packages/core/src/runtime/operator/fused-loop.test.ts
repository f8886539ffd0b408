import fc from 'fast-check';
import { MillraceError } from '../../model/error.js';
import { createRun, appendRecord, type Run } from '../../model/run.js';
import type { FusedStep } from '../../plan/job-plan.js';
import { fusedLoop, generatedLoop } from './fused-loop.js';
import { interpretedLoop } from './interpreted-loop.js';
import type { FusedLoop, LoopFailures } from './loop.js';

/** Places of steps that fail the job in a loop in which others do not. */
const strictSteps = new Set<number>();

type Make = (steps: readonly FusedStep[], failures: LoopFailures) => FusedLoop;

/** What a loop does with records that fail, `failed` in the order in which they did. */
const failures: LoopFailures & { readonly failedRecords: unknown[] } = {
  failedRecords: [],
  failed: (cause, at, { value, timestamp }) => {
    if (strictSteps.has(at)) failures.thrown(cause, at, value);
    failures.failedRecords.push([at, value, timestamp, String(cause)]);
  },
  thrown: (cause, at) => {
    if (cause instanceof MillraceError) throw cause;
    throw new MillraceError('THROWN', `step ${String(at)}: ${String(cause)}`);
  },
  fromFuture: () => {
    throw new Error('no limit was given');
  },
  badTimestamp: (timestamp, at) => {
    throw new MillraceError('BAD', `step ${String(at)}: ${String(timestamp)}`);
  },
};

/** What a user may have written, from a few numbers: some throw, some give no timestamp. */
const stepOf = (kind: FusedStep['kind'], operand: number, seen: unknown[]): FusedStep => {
  const operator = `${kind} ${String(operand)}`;
  const onError = 'fail' as const;
  const throwAt = (value: unknown): void => {
    if (value === operand * 7 + 3) throw new Error(`no ${String(value)}`);
  };
  switch (kind) {
    case 'timestamps': {
      const timestampOf = (value: unknown): number =>
        value === operand * 5 ? Number.NaN : (value as number) * 10;
      const strategy = { name: 's', timestampOf, createGenerator: () => undefined as never };
      return { kind, operator, onError, strategy };
    }
    case 'map':
      return {
        kind,
        operator,
        onError,
        map: (value) => (throwAt(value), (value as number) + operand),
      };
    case 'filter':
      return {
        kind,
        operator,
        onError,
        filter: (value) => (throwAt(value), (value as number) % 3 !== 0),
      };
    case 'for-each':
      return {
        kind,
        operator,
        onError,
        each: (...record) => (throwAt(record[0]), seen.push(record)),
      };
  }
};

function runOf(values: readonly number[]): Run<unknown> {
  const run = createRun<unknown>(values.length + 2);
  values.forEach((value, i) => {
    appendRecord(run, value, i);
  });
  return run;
}

/** Everything that can be observed of one loop over one run. */
function observed(make: Make, steps: (seen: unknown[]) => FusedStep[], values: number[]): unknown {
  const seen: unknown[] = [];
  const run = runOf(values);
  failures.failedRecords.length = 0;
  const loop = make(steps(seen), failures);
  try {
    const timestampMax = loop(run);
    const kept = [run.values.slice(0, run.length), [...run.timestamps.slice(0, run.length)]];
    return { timestampMax, kept, seen, failed: [...failures.failedRecords] };
  } catch (error) {
    const failed = [...failures.failedRecords];
    return { error: (error as MillraceError).message, seen, failed };
  }
}

const middle = fc.tuple(fc.constantFrom('map' as const, 'filter' as const), fc.nat(5));
const plans = fc.record({
  timestamps: fc.option(fc.nat(5)),
  middle: fc.array(middle, { maxLength: 5 }),
  each: fc.option(fc.nat(5)),
  tolerant: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
});

describe('fused loops', () => {
  it('generated and interpreted, are one: results, order of effects, and errors', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.integer({ min: -5, max: 40 })), (plan, values) => {
        const steps = (seen: unknown[]): FusedStep[] =>
          [
            ...(plan.timestamps === null ? [] : [stepOf('timestamps', plan.timestamps, seen)]),
            ...plan.middle.map(([kind, operand]) => stepOf(kind, operand, seen)),
            ...(plan.each === null ? [] : [stepOf('for-each', plan.each, seen)]),
          ].map((step, at) => (plan.tolerant[at] ? { ...step, onError: 'skip' } : step));
        strictSteps.clear();
        plan.tolerant.forEach((tolerant, at) => tolerant || strictSteps.add(at));
        const generated = observed(generatedLoop, steps, values);
        expect(observed(interpretedLoop, steps, values)).toEqual(generated);
      }),
      { numRuns: 500 },
    );
  });

  describe.each<[string, Make]>([
    ['generated', generatedLoop],
    ['interpreted', interpretedLoop],
  ])('%s', (_, make) => {
    it('maps, filters and gives timestamps in place', () => {
      const run = runOf([1, 2, 3, 4]);
      const steps = [100, 10].map((operand) => stepOf('map', operand, []));
      const loop = make(
        [stepOf('timestamps', 99, []), ...steps, stepOf('filter', 99, [])],
        failures,
      );
      expect(loop(run)).toBe(40);
      expect(run.values.slice(0, run.length)).toEqual([112, 113]);
      expect([...run.timestamps.slice(0, run.length)]).toEqual([20, 30]);
    });

    it('E6: stops at the record that throws, and says at which step', () => {
      const seen: unknown[] = [];
      const loop = make([stepOf('map', 1, seen), stepOf('for-each', 2, seen)], failures);
      // 10 throws in the map (1 * 7 + 3); 16 would throw in the sink.
      expect(() => loop(runOf([1, 10, 16]))).toThrow('step 0: Error: no 10');
      expect(seen).toEqual([[2, 0]]);
    });

    it('E6: goes on behind a record at which a tolerant step throws, and tells it as it was given', () => {
      const seen: unknown[] = [];
      strictSteps.clear();
      failures.failedRecords.length = 0;
      const tolerant: FusedStep = { ...stepOf('map', 1, seen), onError: 'skip' };
      const loop = make([stepOf('map', 9, seen), tolerant, stepOf('for-each', 90, seen)], failures);
      // The first map makes 10 of 1, at which the second throws.
      loop(runOf([0, 1, 2]));
      expect(seen).toEqual([
        [10, 0],
        [12, 2],
      ]);
      expect(failures.failedRecords).toEqual([[1, 10, 1, 'Error: no 10']]);
    });

    it.each([Number.NaN, Infinity, -Infinity, undefined, null, 'yesterday', '7', new Date(7), {}])(
      'refuses %p as a timestamp at once',
      (bad) => {
        const seen: unknown[] = [];
        const strategy = {
          name: 's',
          timestampOf: (value: unknown) => (value === 2 ? (bad as number) : 5),
          createGenerator: () => undefined as never,
        };
        const steps: FusedStep[] = [
          { kind: 'timestamps', operator: 'in', onError: 'fail', strategy },
          stepOf('for-each', 99, seen),
        ];
        expect(() => make(steps, failures)(runOf([1, 2, 3]))).toThrow(/step 0/);
        expect(seen).toEqual([[1, 5]]);
      },
    );
  });

  it('are interpreted where code generation is forbidden, and other errors stay', () => {
    const original = globalThis.Function;
    const forbid = (error: Error): void => {
      globalThis.Function = function forbidden() {
        throw error;
      } as unknown as FunctionConstructor;
    };
    try {
      forbid(new EvalError('Code generation from strings disallowed'));
      const run = runOf([1, 2]);
      fusedLoop([stepOf('map', 1, [])], failures)(run);
      expect(run.values.slice(0, 2)).toEqual([2, 3]);
      forbid(new RangeError('another'));
      expect(() => fusedLoop([stepOf('map', 1, [])], failures)).toThrow('another');
    } finally {
      globalThis.Function = original;
    }
  });
});
