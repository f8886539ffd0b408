/** flatMap: what it answers goes out by credit, whatever kind of iterable it is. */
import fc from 'fast-check';
import { collectSink, simulate, slowSink, stuckSink } from '@millrace/testing';
import {
  defineJob,
  fromArray,
  outputTag,
  type EachSink,
  type FailedRecord,
  type JobDefinition,
  type Sink,
} from '../../index.js';

const job = <T>(
  values: readonly T[],
  flatMap: (value: T) => Iterable<unknown>,
  sink: Sink<unknown> | EachSink<unknown>,
): JobDefinition =>
  defineJob('spread', (env) => {
    env
      .fromSource(fromArray(values), { uid: 'in' })
      .flatMap(flatMap, { uid: 'spread' })
      .sinkTo(sink, { uid: 'out' });
  });

function* twice(value: number): Generator<number> {
  yield value;
  yield value;
}

describe('flatMap', () => {
  it.each([
    ['an array', (n: number) => [n, -n], [1, -1, 2, -2]],
    ['an empty array', () => [], []],
    ['a Set', (n: number) => new Set([n, n, 7]), [1, 7, 2, 7]],
    [
      'a Map',
      (n: number) => new Map([[n, 'x']]),
      [
        [1, 'x'],
        [2, 'x'],
      ],
    ],
    ['a typed array', (n: number) => Uint8Array.of(n, 9), [1, 9, 2, 9]],
    ['a generator', twice, [1, 1, 2, 2]],
  ] as const)('answers %s', async (_, flatMap, expected) => {
    const out = collectSink<unknown>();
    await simulate(job([1, 2], flatMap as (n: number) => Iterable<unknown>, out));
    expect(out.values).toEqual(expected);
  });

  it('C3: keeps the order whatever the lengths and the credit', async () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 });
    const credit = fc.integer({ min: 1, max: 9 });
    await fc.assert(
      fc.asyncProperty(lengths, credit, fc.boolean(), async (counts, bufferRecordsMax, lazy) => {
        const records = (n: number): string[] =>
          Array.from({ length: n }, (_, i) => `${String(n)}.${String(i)}`);
        const out = slowSink<unknown>({ bufferRecordsMax, recordsPerTick: 3, tickMs: 10 });
        const answer = (n: number): Iterable<string> => (lazy ? records(n).values() : records(n));
        const limits = { runRecordsMax: 8, channelRecords: 16, parkedRecordsMax: 1 };
        await simulate(job(counts, answer, out), { limits });
        expect(out.written).toEqual(counts.flatMap(records));
      }),
      { numRuns: 60 },
    );
  });

  it('E6: a string is refused, as is what is no iterable', async () => {
    const text = simulate(job(['ab'], (word) => word, collectSink()));
    await expect(text).rejects.toMatchObject({ code: 'NOT_ITERABLE', operator: 'spread' });
    await expect(text).rejects.toThrow('spread');
    async function* later(): AsyncGenerator<number> {
      yield await Promise.resolve(1);
    }
    const promised = later as unknown as () => Iterable<number>;
    await expect(simulate(job([1], promised, collectSink()))).rejects.toThrow('async iterable');
    const nothing = (() => undefined) as unknown as () => Iterable<number>;
    await expect(simulate(job([1], nothing, collectSink()))).rejects.toThrow('answered undefined');
  });

  it('E6: a generator that throws is a record that fails, by the policy; what it yielded stays', async () => {
    function* torn(n: number): Generator<number> {
      yield n;
      if (n === 2) throw new Error('torn');
      yield n * 10;
    }
    const failed = outputTag<FailedRecord<number>>('failed');
    const [out, refused] = [collectSink<number>(), collectSink<FailedRecord<number>>()];
    await simulate(
      defineJob('torn', (env) => {
        const spread = env
          .fromSource(fromArray([1, 2, 3]), { uid: 'in' })
          .flatMap(torn, { uid: 'spread', onError: failed });
        spread.getSideOutput(failed).sinkTo(refused);
        spread.sinkTo(out);
      }),
    );
    expect(out.values).toEqual([1, 10, 2, 3, 30]);
    expect(refused.values.map(({ value }) => value)).toEqual([2]);
    expect(refused.values[0]!.error.message).toContain('torn');
  });
});

describe('an endless generator', () => {
  const endless = () => {
    const seen = { drawn: 0, finallyRan: 0 };
    function* numbers(): Generator<number> {
      try {
        for (;;) yield seen.drawn++;
      } finally {
        seen.finallyRan += 1;
      }
    }
    return { seen, numbers };
  };
  const limits = { runRecordsMax: 16, channelRecords: 32 };

  it('B1: is drawn as far as there is credit and no further, before a sink that takes nothing', async () => {
    const { seen, numbers } = endless();
    const stuck = stuckSink<unknown>({ bufferRecordsMax: 10 });
    await simulate(job([1], numbers, stuck), {
      limits,
      during: ({ handle, clock }) => {
        clock.after(1_000, () => void handle.cancel());
      },
    });
    expect(seen).toEqual({ drawn: 10, finallyRan: 1 });
  });

  it.each(['stop', 'cancel'] as const)(
    'ends with its finally when the job is told to %s',
    async (verb) => {
      const { seen, numbers } = endless();
      const slow = slowSink<unknown>({ bufferRecordsMax: 10, recordsPerTick: 5, tickMs: 10 });
      const { result } = await simulate(job([1], numbers, slow), {
        limits,
        during: ({ handle, clock }) => {
          clock.after(100, () => void handle[verb]());
        },
      });
      expect(result.ended).toBe(verb === 'stop' ? 'stopped' : 'cancelled');
      expect(seen.finallyRan).toBe(1);
      expect(seen.drawn).toBeGreaterThan(40);
      expect(seen.drawn).toBeLessThan(70);
    },
  );

  it('ends with its finally when another operator fails', async () => {
    const { seen, numbers } = endless();
    const failing = {
      each: (n: unknown): void => {
        if (n === 100) throw new Error('full');
      },
    };
    await expect(simulate(job([1], numbers, failing))).rejects.toThrow('full');
    expect(seen.finallyRan).toBe(1);
  });

  it('fails the job with what its finally throws', async () => {
    function* numbers(): Generator<number> {
      try {
        for (let n = 0; ; n++) yield n;
      } finally {
        // eslint-disable-next-line no-unsafe-finally -- it is what the test is about
        throw new Error('cannot let go');
      }
    }
    const stuck = stuckSink<unknown>({ bufferRecordsMax: 10 });
    const ended = simulate(job([1], numbers, stuck), {
      during: ({ handle, clock }) => {
        clock.after(10, () => void handle.cancel().catch(() => undefined));
      },
    });
    await expect(ended).rejects.toThrow('cannot let go');
  });
});

describe('FC-E16: a large array', () => {
  const large = Array.from({ length: 200_000 }, (_, n) => n);

  it('FC-E16: a chunk of 200,000 records, and a flatMap that answers 200,000', async () => {
    const out = collectSink<unknown>();
    await simulate(job([1], () => large, out));
    expect(out.values).toEqual(large);
    const chunk = collectSink<unknown>();
    await simulate(job(large, (n) => [n], chunk));
    expect(chunk.values).toEqual(large);
  });
});
