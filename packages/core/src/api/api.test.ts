import fc from 'fast-check';
import { collectSink, simulate } from '@millrace/testing';
import {
  boundedOutOfOrderness,
  days,
  defineJob,
  fromArray,
  fromSequence,
  hours,
  milliseconds,
  minutes,
  seconds,
  tumbling,
  type EachSink,
  type Environment,
  type TimeWindow,
  type WatermarkGenerator,
  type WatermarkStrategy,
} from '../index.js';
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '../model/time.js';

describe('defineJob', () => {
  it.each<[string, string, (env: Environment) => void]>([
    ['nothing', 'it is empty; begin with env.fromSource()', () => undefined],
    [
      'a source alone',
      'the branch of in has no sink; end it with sinkTo()',
      (env) => env.fromSource(fromArray([1]), { uid: 'in' }),
    ],
    [
      'a branch that ends in an operator',
      'the branch of map-2 has no sink',
      (env) => {
        const numbers = env.fromSource(fromArray([1]));
        numbers.sinkTo(collectSink());
        numbers.map((n) => n);
      },
    ],
    [
      'a uid twice',
      '"in" is also the name of the operator at',
      (env) => env.fromSource(fromArray([1]), { uid: 'in' }).sinkTo(collectSink(), { uid: 'in' }),
    ],
    [
      'a uid that is the name of an operator without one',
      '"array-2" is also the name of the operator at',
      (env) => {
        env.fromSource(fromArray([1]), { uid: 'array-2' }).sinkTo(collectSink());
        env.fromSource(fromArray([2])).sinkTo(collectSink());
      },
    ],
  ])('refuses %s, with the name of the job', (_, sentence, describeJob) => {
    const define = (): unknown => defineJob('orders', describeJob);
    expect(define).toThrow(/^job orders /);
    expect(define).toThrow(sentence);
  });

  it('gives a description that nobody can change', () => {
    const job = defineJob('frozen', (env) => {
      env.fromSource(fromArray([1])).sinkTo(collectSink());
    });
    expect([job, job.nodes, ...job.nodes].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it('calls the description once, and nothing of the job', () => {
    let calls = 0;
    const opened: string[] = [];
    const source = {
      ...fromArray([1]),
      createReader: () => (opened.push('reader'), undefined as never),
    };
    defineJob('lazy', (env) => {
      calls += 1;
      env.fromSource(source).sinkTo(collectSink());
    });
    expect([calls, opened]).toEqual([1, []]);
  });
});

describe('objects of classes', () => {
  it('as a strategy and as a function sink keep their this', async () => {
    const strategy = new (class implements WatermarkStrategy<number> {
      readonly name = 'scaled';
      readonly scale = 3;
      timestampOf(n: number): number {
        return n * this.scale;
      }
      createGenerator(): WatermarkGenerator {
        return boundedOutOfOrderness<number>(0, (n) => n).createGenerator();
      }
    })();
    const sink = new (class implements EachSink<number> {
      readonly name = 'kept';
      readonly kept: (readonly number[])[] = [];
      each(...record: [number, number]): void {
        this.kept.push(record);
      }
    })();
    const job = defineJob('classes', (env) => {
      env.fromSource(fromArray([1, 2]), { watermarks: strategy }).sinkTo(sink);
    });
    await simulate(job);
    expect(sink.kept).toEqual([
      [1, 3],
      [2, 6],
    ]);
  });
});

describe('tumbling', () => {
  it('S42: holds every timestamp in the one window of its size, also before 1970', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 100_000 }), (timestamp, size) => {
        const windows = tumbling(size).assignWindows(timestamp);
        expect(windows).toHaveLength(1);
        const { start, end } = windows[0]!;
        expect(start <= timestamp && timestamp < end).toBe(true);
        expect([end - start, Math.abs(start % size)]).toEqual([size, 0]);
      }),
    );
  });

  const ends = fc.oneof(
    fc.integer({ min: 0, max: 1_000 }).map((after) => MIN_TIMESTAMP + after),
    fc.integer({ min: 1, max: 1_000 }).map((before) => MAX_TIMESTAMP - before),
    // The end of time itself lies in no window that ends within time.
    fc.maxSafeInteger().filter((timestamp) => timestamp < MAX_TIMESTAMP),
  );

  it('S42: stays within time at its two ends, whatever the size', () => {
    fc.assert(
      fc.property(ends, fc.integer({ min: 1, max: MAX_TIMESTAMP }), (timestamp, size) => {
        const [{ start, end }] = tumbling(size).assignWindows(timestamp) as [TimeWindow];
        expect(start <= timestamp && timestamp < end).toBe(true);
        expect([start, end].every(Number.isSafeInteger)).toBe(true);
        const cut = start === MIN_TIMESTAMP || end === MAX_TIMESTAMP;
        expect(cut || (BigInt(end) - BigInt(start) === BigInt(size) && start % size === 0)).toBe(
          true,
        );
      }),
    );
  });

  it.each([0, -1, 0.5, Number.NaN, Infinity])('refuses a size of %d', (size) => {
    expect(() => tumbling(size)).toThrow(`a tumbling window cannot be ${String(size)} ms long`);
  });
});

describe('boundedOutOfOrderness', () => {
  it.each([-1, Number.NaN, Infinity])('refuses %d', (bound) => {
    const sentence = `boundedOutOfOrderness cannot be ${String(bound)} ms; use 0 or more`;
    expect(() => boundedOutOfOrderness(bound, () => 0)).toThrow(sentence);
  });
});

describe('lengths of time', () => {
  it('are milliseconds', () => {
    expect([milliseconds(1), seconds(1), minutes(1), hours(1), days(1)]).toEqual([
      1, 1_000, 60_000, 3_600_000, 86_400_000,
    ]);
    expect(minutes(0.5)).toBe(30_000);
  });

  it.each([-1, Number.NaN, Infinity])('refuse %d', (count) => {
    expect(() => seconds(count)).toThrow(`${String(count)} is not a length of time`);
  });
});

describe('sources over what is in memory', () => {
  it.each([
    [1, 10],
    [-3, 3],
    [5, 5],
    [5, 4],
  ])('fromSequence(%i, %i) gives each number once', async (first, last) => {
    const out = collectSink<number>();
    const job = defineJob('sequence', (env) => {
      env.fromSource(fromSequence(first, last)).sinkTo(out);
    });
    await simulate(job, { limits: { runRecordsMax: 3 } });
    const expected = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    expect(out.values).toEqual(expected);
  });

  it('refuses a sequence that cannot be counted', () => {
    expect(() => fromSequence(0, Infinity)).toThrow('needs two safe integers');
  });

  it.each([0, 1, 3, 7])('fromArray gives %i elements in order', async (length) => {
    const out = collectSink<string>();
    const words = Array.from({ length }, (_, i) => `w${String(i)}`);
    const job = defineJob('array', (env) => {
      env.fromSource(fromArray(words)).sinkTo(out);
    });
    await simulate(job, { limits: { runRecordsMax: 3 } });
    expect(out.values).toEqual(words);
  });
});
