/** Q2, Q3, Q4: when all that the sources gave is settled, who notices, and what it costs others. */
import {
  VirtualClock,
  collectSink,
  endlessSource,
  seededRandom,
  simulate,
  slowSink,
  stuckSink,
} from '@millrace/testing';
import { asyncSink, asyncSinkLimits, fifoBuffer } from '../../connector.js';
import { DEFAULT_LIMITS, defineJob, fromSequence, seconds, type Source } from '../../index.js';
import { appendRecord } from '../../model/run.js';
import type { InputStatus, SourceReaderContext } from '../../model/source.js';
import { compile } from '../../plan/compile.js';
import { stateCodec } from '../../state/codec/state-codec.js';
import { heapState } from '../../state/heap-state.js';
import { createExecution } from './execution.js';

const SEEDS = [1, 2, 3, 4, 5, 6];

/** The value, ten milliseconds later. */
function answeredLater<T>(value: T, clock: VirtualClock): Promise<T> {
  return new Promise((resolve) => {
    clock.after(10, () => {
      resolve(value);
    });
  });
}

/** Gives `records` at once, asks when all is settled, and does it again, `times` times. */
function askingSource(
  asked: { readonly records: number; readonly times: number; readonly name?: string },
  onSettled: () => void,
): Source<string> {
  const createReader = ({ whenSettled }: SourceReaderContext) => {
    let [settled, waiting] = [0, false];
    const deliver = (): void => {
      [settled, waiting] = [settled + 1, false];
      onSettled();
    };
    return {
      open: () => undefined,
      poll: (run: Parameters<typeof appendRecord<string>>[0]): InputStatus => {
        if (settled === asked.times) return 'end-of-input';
        if (waiting) throw new Error('polled although it waits');
        for (let n = 0; n < asked.records; n++)
          appendRecord(run, `${asked.name ?? 'a'}${String(n)}`);
        waiting = true;
        whenSettled({ name: 'asking.settled', deliver });
        return 'nothing-available';
      },
      close: () => undefined,
    };
  };
  return { name: 'asking', boundedness: 'bounded', acknowledgement: 'when-written', createReader };
}

describe('the moment at which all is settled', () => {
  it.each(SEEDS)('Q3: comes although another source never ends (seed %i)', async (seed) => {
    const slow = slowSink<string>({ bufferRecordsMax: 6, recordsPerTick: 1, tickMs: 10 });
    const settledAt: number[] = [];
    const source = askingSource({ records: 2, times: 3 }, () =>
      settledAt.push(slow.written.length),
    );
    const job = defineJob('beside', (env) => {
      env
        .fromSource(source, { uid: 'asking' })
        .union(env.fromSource(endlessSource(String), { uid: 'endless' }))
        .rebalance()
        .sinkTo(slow, { uid: 'slow' });
    });
    const { metrics } = await simulate(job, {
      seed,
      limits: { channelRecords: 8, runRecordsMax: 4 },
      during: ({ handle, clock }) =>
        void clock.after(seconds(5), () => void handle.stop({ drain: true })),
    });
    expect(settledAt).toHaveLength(3);
    // Both sources went on after each of the pauses.
    expect(metrics.sources['endless']!['numRecordsOut']).toBeGreaterThan(settledAt[2]!);
    expect(slow.written.filter((value) => value.startsWith('a'))).toHaveLength(6);
  });

  it.each(SEEDS)('Q2: has no record on its way through a call (seed %i)', async (seed) => {
    const clock = new VirtualClock();
    const sink = collectSink<string>();
    const seen: number[] = [];
    const source = askingSource({ records: 4, times: 2 }, () => seen.push(sink.values.length));
    const job = defineJob('called', (env) => {
      env
        .fromSource(source, { uid: 'asking' })
        .asyncMap((value) => answeredLater(value, clock), { uid: 'calls', capacity: 3 })
        .sinkTo(sink, { uid: 'out' });
    });
    await simulate(job, { seed, clock });
    expect(seen).toEqual([4, 8]);
  });

  it.each(SEEDS)('Q2: has nothing in channels, subtasks and sinks (seed %i)', async (seed) => {
    const slow = slowSink<string>({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 10 });
    const seen: (readonly string[])[] = [];
    const source = askingSource({ records: 4, times: 2 }, () => seen.push([...slow.written]));
    const job = defineJob('wide', (env) => {
      env
        .fromSource(source, { uid: 'asking' })
        .rebalance()
        .map((value) => value, { parallelism: 3 })
        .sinkTo(slow, { uid: 'slow' });
    });
    await simulate(job, { seed, limits: { runRecordsMax: 4 } });
    expect(seen.map((written) => written.length)).toEqual([4, 8]);
  });

  it.each(SEEDS)('Q4: is told once to each that asked (seed %i)', async (seed) => {
    const slow = slowSink<string>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: 10 });
    const told = { a: 0, b: 0 };
    const job = defineJob('two', (env) => {
      const a = askingSource({ records: 3, times: 5, name: 'a' }, () => (told.a += 1));
      const b = askingSource({ records: 1, times: 2, name: 'b' }, () => (told.b += 1));
      env
        .fromSource(a, { uid: 'a' })
        .union(env.fromSource(b, { uid: 'b' }))
        .sinkTo(slow, { uid: 'slow' });
    });
    expect((await simulate(job, { seed })).result.ended).toBe('finished');
    expect([told, slow.written.length]).toEqual([{ a: 5, b: 2 }, 17]);
  });

  it('does not wait for a linger: sinks are told to write what they hold', async () => {
    const sizes: number[] = [];
    const lingering = asyncSink<string, { value: string }>({
      name: 'lingering',
      limits: asyncSinkLimits({ lingerMsMax: seconds(60), batchEntriesMax: 4 }),
      connect: ({ clock }) => ({
        buffer: fifoBuffer({ keyOf: ({ value }) => value }),
        toEntry: (value) => ({ value }),
        describe: ({ value }) => value,
        connection: {
          open: () => Promise.resolve(),
          send: async (batch) => {
            await new Promise<void>((resolve) => void clock.after(5, resolve));
            sizes.push(batch.length);
            return { unprocessed: [] };
          },
          classify: () => ({ kind: 'fatal', reason: 'never' }),
          close: () => undefined,
        },
      }),
    });
    const clock = new VirtualClock();
    const settledAt: number[] = [];
    const source = askingSource({ records: 6, times: 2 }, () => settledAt.push(clock.now()));
    const job = defineJob('lingering', (env) => {
      env.fromSource(source, { uid: 'asking' }).rebalance().sinkTo(lingering, { uid: 'out' });
    });
    await simulate(job, { clock });
    expect(settledAt).toEqual([5, 10]);
    // Only the last batch of each is not full.
    expect([...sizes].sort()).toEqual([2, 2, 4, 4]);
  });

  it('is waited for as long as a sink settles nothing', async () => {
    const told: string[] = [];
    const source = askingSource({ records: 1, times: 1 }, () => told.push('settled'));
    const job = defineJob('stuck', (env) => {
      env.fromSource(source, { uid: 'asking' }).sinkTo(stuckSink({ bufferRecordsMax: 3 }));
    });
    const { result } = await simulate(job, {
      during: ({ handle, clock }) => void clock.after(seconds(900), () => void handle.cancel()),
    });
    expect([result.ended, told]).toEqual(['cancelled', []]);
  });

  it.each(SEEDS)('lets others go on when who asked has ended meanwhile (seed %i)', async (seed) => {
    const hasty = askingSource({ records: 1, times: 1 }, () => undefined);
    const source: Source<string> = {
      ...hasty,
      createReader: (context) => {
        const reader = hasty.createReader(context);
        return {
          open: () => undefined,
          poll: (run, recordsMax) => (reader.poll(run, recordsMax), 'end-of-input'),
          close: () => undefined,
        };
      },
    };
    const slow = slowSink<string>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: 10 });
    const out = collectSink<number>();
    const job = defineJob('hasty', (env) => {
      env.fromSource(source, { uid: 'hasty' }).rebalance().sinkTo(slow, { uid: 'slow' });
      env.fromSource(fromSequence(1, 9), { uid: 'numbers' }).sinkTo(out, { uid: 'numbers out' });
    });
    const { result } = await simulate(job, { seed, limits: { runRecordsMax: 2 } });
    expect([result.ended, out.values.length, slow.written.length]).toEqual(['finished', 9, 1]);
  });
});

describe('a job whose sources acknowledge nothing', () => {
  it('has no standstill to look for', () => {
    const describeJob = (source: Source<string>) =>
      defineJob('plain', (env) => env.fromSource(source).sinkTo(collectSink()));
    const executionOf = (source: Source<string>) =>
      createExecution(compile(describeJob(source)), {
        clock: new VirtualClock(),
        random: seededRandom(1),
        state: heapState(),
        limits: DEFAULT_LIMITS,
        wake: () => undefined,
        codec: stateCodec(),
        observeMail: undefined,
      });
    expect(executionOf(endlessSource(String)).standstill).toBeUndefined();
    const asking = askingSource({ records: 1, times: 1 }, () => undefined);
    expect(executionOf(asking).standstill).toBeDefined();
  });

  it('fails by the name of a reader that asks for one, since nobody would see its state', async () => {
    const { acknowledgement: _, ...source } = askingSource(
      { records: 1, times: 1 },
      () => undefined,
    );
    const job = defineJob('undeclared', (env) => {
      env.fromSource(source, { uid: 'asking' }).sinkTo(collectSink());
    });
    await expect(simulate(job)).rejects.toMatchObject({
      code: 'ACKNOWLEDGEMENT_UNDECLARED',
      operator: 'asking',
    });
  });
});
