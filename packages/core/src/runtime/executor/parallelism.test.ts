/** Exchanges between subtasks, unions and broadcasts in whole jobs; C5, D1, T2. */
import {
  collectSink,
  gap,
  records,
  scriptedSource,
  silence,
  simulate,
  slowSink,
  stuckSink,
} from '@millrace/testing';
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  fromSequence,
  seconds,
  tumbling,
  type JobDefinition,
  type JobHandle,
  type JobMetrics,
  type Sink,
} from '../../index.js';

const limits = { channelRecords: 16, runRecordsMax: 8 };
const seeds = [1, 2, 3, 4, 5];
const at = boundedOutOfOrderness<number>(0, (n) => n);
const count = {
  createAccumulator: () => 0,
  add: (n: number) => n + 1,
  getResult: (n: number) => n,
};

const sorted = (lines: readonly string[]): string[] => [...lines].sort();

/**
 * A running sum by key and a window, in as many subtasks as the run has. The map has one: spread over
 * several, records of one key would overtake each other.
 */
function keyedJob(out: string[]): JobDefinition {
  return defineJob('keyed', (env) => {
    const numbers = env.fromSource(fromSequence(0, 399), { uid: 'in', watermarks: at });
    numbers
      .map((n) => ({ key: n % 13, n }), { parallelism: 1 })
      .keyBy(({ key }) => key)
      .reduce((sum, { key, n }) => ({ key, n: sum.n + n }), { uid: 'sums' })
      .map(({ key, n }) => `${String(key)}: ${String(n)}`)
      .sinkTo(forEachSink((line) => out.push(line)));
    numbers
      .keyBy((n) => n % 7)
      .window(tumbling(100))
      .aggregate(count, { uid: 'counts' })
      .map(({ key, window, value }) => `${String(key)} @${String(window.start)}: ${String(value)}`)
      .sinkTo(forEachSink((line) => out.push(line)));
  });
}

describe('a keyed job in several subtasks', () => {
  it.each(seeds)('writes what it writes in one, each key in order: seed %i', async (seed) => {
    const alone: string[] = [];
    await simulate(keyedJob(alone), { seed, limits });
    expect(alone).toHaveLength(400 + 4 * 7);
    for (const parallelism of [2, 3, 8]) {
      const together: string[] = [];
      await simulate(keyedJob(together), { seed, limits, parallelism });
      expect(sorted(together)).toEqual(sorted(alone));
      const sumsOf = (lines: string[], key: number): string[] =>
        lines.filter((line) => line.startsWith(`${String(key)}: `));
      for (let key = 0; key < 13; key++) expect(sumsOf(together, key)).toEqual(sumsOf(alone, key));
    }
  });
});

/** How many records each subtask of `spread` has read. */
const sharesOf = ({ tasks }: JobMetrics): number[] =>
  Object.entries(tasks)
    .filter(([name]) => name.startsWith('spread'))
    .map(([, { numRecordsIn }]) => numRecordsIn);

/** Numbers that are spread over three subtasks and end in one list. */
function spreadJob(exchange: 'rebalance' | 'broadcast', seen: number[]): JobDefinition {
  return defineJob(exchange, (env) => {
    const numbers = env.fromSource(fromSequence(1, 120), { uid: 'in' });
    numbers[exchange]()
      .map((n) => n, { uid: 'spread', parallelism: 3 })
      .sinkTo(forEachSink((n) => seen.push(n)));
  });
}

describe('an exchange', () => {
  it('rebalances: each subtask in turn', async () => {
    const seen: number[] = [];
    const { metrics } = await simulate(spreadJob('rebalance', seen), { limits });
    expect(sharesOf(metrics)).toEqual([40, 40, 40]);
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
  });

  it('broadcasts: every subtask gets every record, in order', async () => {
    const seen: number[] = [];
    const { metrics } = await simulate(spreadJob('broadcast', seen), { limits });
    expect(sharesOf(metrics)).toEqual([120, 120, 120]);
    expect(seen).toHaveLength(360);
  });

  it('broadcasts runs that no receiver shares: one may change its own', async () => {
    const seen: number[] = [];
    const job = defineJob('change', (env) => {
      env
        .fromSource(fromSequence(1, 50), { uid: 'in' })
        .broadcast()
        .map((n) => n * 1_000, { uid: 'first', parallelism: 2 })
        .filter((n) => n % 1_000 === 0)
        .map((n) => n / 1_000)
        .sinkTo(forEachSink((n) => seen.push(n)));
    });
    await simulate(job, { limits, seed: 3 });
    expect(new Set(seen)).toEqual(new Set(Array.from({ length: 50 }, (_, i) => i + 1)));
  });

  it('goes forward where both ends are as many, and keeps the order within a subtask', async () => {
    const seen: [number, number][] = [];
    const job = defineJob('forward', (env) => {
      const spread = env
        .fromSource(fromSequence(1, 60), { uid: 'in' })
        .map((n) => n, { uid: 'spread', parallelism: 3 });
      // A fork ends the chain, so that the next subtask is reached by a channel of its own.
      spread.sinkTo(
        forEachSink(() => undefined),
        { parallelism: 3 },
      );
      spread
        .forward()
        .map((n) => [n % 3, n] as [number, number], { parallelism: 3 })
        .sinkTo(
          forEachSink((pair) => seen.push(pair)),
          { parallelism: 3 },
        );
    });
    await simulate(job, { limits, seed: 2 });
    for (const rest of [0, 1, 2]) {
      const numbers = seen.filter(([r]) => r === rest).map(([, n]) => n);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(numbers).toHaveLength(20);
    }
  });

  it('refuses to go forward between unlike numbers of subtasks', async () => {
    const job = defineJob('uneven', (env) => {
      env
        .fromSource(fromSequence(1, 2))
        .forward()
        .map((n) => n, { uid: 'spread' })
        .sinkTo(collectSink());
    });
    await expect(simulate(job, { parallelism: 2 })).rejects.toThrow(
      'spread is reached by forward() from 1 subtasks and has 2; give both the same parallelism',
    );
  });
});

/** A sink with a key; its first subtask accepts nothing beyond its buffer if it is to be stuck. */
function keyedSink(written: Map<number, number[]>, stuck: 'stuck' | 'well'): Sink<number> {
  const first = stuckSink<number>({ bufferRecordsMax: 2 });
  return {
    name: 'keyed',
    keyOf: (n) => n % 10,
    createWriter: (context) => {
      const subtask = written.size;
      const mine: number[] = [];
      written.set(subtask, mine);
      if (subtask === 0 && stuck === 'stuck') return first.createWriter(context);
      return {
        open: () => undefined,
        credit: () => Number.POSITIVE_INFINITY,
        write: (run) => void mine.push(...run.values.slice(0, run.length)),
        finish: () => undefined,
        finished: () => true,
        flush: () => undefined,
        settled: () => true,
        close: () => Promise.resolve({ records: 0, keys: [] }),
        metrics: () => ({}),
      };
    },
  };
}

describe('D1: a sink in several subtasks', () => {
  it('gets each key by one of them, whatever the stream before was partitioned by', async () => {
    const written = new Map<number, number[]>();
    const job = defineJob('sink', (env) => {
      env
        .fromSource(fromSequence(0, 299), { uid: 'in' })
        .rebalance()
        .map((n) => n, { parallelism: 3 })
        .rebalance()
        .sinkTo(keyedSink(written, 'well'), { uid: 'out', parallelism: 4 });
    });
    const { metrics } = await simulate(job, { limits, seed: 5 });
    const shares = [...written.values()];
    expect(shares.map((share) => share.length).reduce((a, b) => a + b)).toBe(300);
    for (let key = 0; key < 10; key++) {
      expect(shares.filter((share) => share.some((n) => n % 10 === key))).toHaveLength(1);
    }
    expect(shares.filter((share) => share.length > 0).length).toBeGreaterThan(1);
    expect(metrics.sinks['out']).toEqual({
      numRecordsIn: 300,
      currentInputWatermark: expect.any(Number),
    });
  });

  it('has one subtask, whatever the parallelism of the job, where it declares no key', async () => {
    const slow = stuckSink<number>({ bufferRecordsMax: 1_000 });
    const job = defineJob('keyless', (env) => {
      env
        .fromSource(fromSequence(1, 9), { uid: 'in' })
        .map((n) => n)
        .sinkTo(slow, { uid: 'out' });
    });
    let names: string[] = [];
    await simulate(job, {
      limits,
      parallelism: 4,
      during: ({ handle, clock }) => {
        clock.after(10, () => {
          names = Object.keys(handle.metrics().tasks);
          void handle.cancel();
        });
      },
    });
    expect(names).toEqual([
      'in',
      'map-1 (1/4)',
      'map-1 (2/4)',
      'map-1 (3/4)',
      'map-1 (4/4)',
      'out',
    ]);
  });
});

/** Looks at a job that cannot end, when nothing moves any more, and cancels it. */
async function lookAt(job: JobDefinition, look: (handle: JobHandle) => void): Promise<void> {
  await simulate(job, {
    limits,
    seed: 4,
    during: ({ handle, clock }) => {
      clock.after(seconds(20), () => {
        look(handle);
        void handle.cancel();
      });
    },
  });
}

describe('C5: with one stuck branch', () => {
  it('a diamond ends, in every order of steps', async () => {
    for (const seed of seeds) {
      const out = collectSink<number>();
      const job = defineJob('diamond', (env) => {
        const numbers = env.fromSource(fromSequence(1, 200), { uid: 'in' });
        const left = numbers.map((n) => n, { uid: 'left' });
        const right = numbers.rebalance().map((n) => -n, { uid: 'right', parallelism: 3 });
        left
          .union(right, numbers)
          .map((n) => n)
          .sinkTo(out);
      });
      await simulate(job, { seed, limits: { channelRecords: 4, runRecordsMax: 4 } });
      expect(out.values).toHaveLength(600);
      expect(out.values.reduce((sum, n) => sum + n)).toBe((200 * 201) / 2);
    }
  });

  it('FC-E20: a fork is held up by the slow branch within the limits, visibly, and loses nothing', async () => {
    const quick = collectSink<number>();
    const slow = slowSink<number>({ bufferRecordsMax: 3, recordsPerTick: 3, tickMs: seconds(60) });
    const job = defineJob('fork', (env) => {
      const numbers = env.fromSource(fromSequence(1, 1_000), { uid: 'in' });
      numbers.map((n) => n, { uid: 'quick' }).sinkTo(quick);
      numbers.sinkTo(slow, { uid: 'slow' });
    });
    let [explained, ahead] = ['', 0];
    await simulate(job, {
      limits,
      seed: 4,
      during: ({ handle, clock }) => {
        clock.after(seconds(20), () => {
          explained = handle.explainBackpressure();
          ahead = quick.values.length;
        });
      },
    });
    // The channel to the slow branch and its buffer were full; the quick branch had all of that.
    expect(ahead).toBeLessThanOrEqual(limits.channelRecords + 3);
    expect(ahead).toBeGreaterThan(3);
    expect(explained).toMatch(/^The bottleneck is the sink slow: it accepts no more/);
    expect(explained).toContain('in 100 %');
    const all = Array.from({ length: 1_000 }, (_, i) => i + 1);
    expect(quick.values).toEqual(all);
    expect(slow.written).toEqual(all);
  });

  it('a union is held up by no input that has nothing, and its time by all', async () => {
    const out = collectSink<string>();
    const passed: number[] = [];
    const job = defineJob('union', (env) => {
      const silent = env.fromSource(scriptedSource<number>([records(5), silence]), {
        uid: 'silent',
        watermarks: at,
      });
      const lively = env.fromSource(fromSequence(1, 1_000), { uid: 'lively', watermarks: at });
      const both = silent.union(lively);
      both.sinkTo(forEachSink((n) => passed.push(n)));
      both
        .keyBy(() => 'all')
        .window(tumbling(100))
        .aggregate(count, { uid: 'count' })
        .map(({ window }) => String(window.start))
        .sinkTo(out);
    });
    await lookAt(job, () => undefined);
    expect(passed).toHaveLength(1_001);
    expect(out.values).toEqual([]);
  });

  it('a broadcast to a stuck subtask stops the others within the limits, and names it', async () => {
    const written = new Map<number, number[]>();
    const job = defineJob('broadcast', (env) => {
      env
        .fromSource(fromSequence(0, 10_000), { uid: 'in' })
        .broadcast()
        .map((n) => n, { uid: 'all', parallelism: 2 })
        .sinkTo(keyedSink(written, 'stuck'), { uid: 'out', parallelism: 2 });
    });
    let [explained, queued] = ['', 0];
    await lookAt(job, (handle) => {
      explained = handle.explainBackpressure();
      queued = handle.metrics().queued;
    });
    expect(written.get(1)!.length).toBeGreaterThan(0);
    expect(written.get(1)!.length).toBeLessThan(200);
    expect(queued).toBeLessThanOrEqual(6 * limits.channelRecords);
    expect(explained).toMatch(/^The bottleneck is the sink out/);
  });
});

describe('T2: time over subtasks and inputs', () => {
  it('S118: an empty source in a union leaves the other as if it were alone', async () => {
    const alone = collectSink<string>();
    const beside = collectSink<string>();
    const windows = (out: typeof alone, empty: 'with' | 'without'): JobDefinition =>
      defineJob('empty', (env) => {
        const numbers = env.fromSource(fromSequence(0, 49), { uid: 'in', watermarks: at });
        const none = env.fromSource(fromArray<number>([]), { uid: 'none', watermarks: at });
        none.sinkTo(collectSink());
        (empty === 'with' ? none.union(numbers) : numbers)
          .keyBy((n) => n % 2)
          .window(tumbling(10))
          .aggregate(count)
          .map(
            ({ key, window, value }) => `${String(key)} ${String(window.start)} ${String(value)}`,
          )
          .sinkTo(out);
      });
    const { result } = await simulate(windows(beside, 'with'), { limits });
    await simulate(windows(alone, 'without'), { limits });
    expect(beside.values).toEqual(alone.values);
    expect(beside.timestamps).toEqual(alone.timestamps);
    expect(result.ended).toBe('finished');
    expect(beside.values).toHaveLength(10);
  });

  it('windows in several subtasks fire by the time of the slowest of all before them', async () => {
    const out = collectSink<string>();
    const job = defineJob('slowest', (env) => {
      const fast = env.fromSource(fromArray([1, 25]), { uid: 'fast', watermarks: at });
      const slow = env.fromSource(scriptedSource([records(2), gap(1_000), records(11)]), {
        uid: 'slow',
        watermarks: at,
      });
      fast
        .union(slow)
        .rebalance()
        .map((n) => n, { parallelism: 2 })
        .keyBy((n) => n % 5)
        .window(tumbling(10))
        .aggregate(count, { parallelism: 3 })
        .map(({ key, window, value }) => `${String(window.start)}/${String(key)}: ${String(value)}`)
        .sinkTo(out, { parallelism: 1 });
    });
    const { metrics } = await simulate(job, { limits });
    expect([...out.values].sort()).toEqual(['0/1: 1', '0/2: 1', '10/1: 1', '20/0: 1']);
    expect(metrics.operators['window-3']?.['numLateRecordsDropped']).toBe(0);
  });
});
