import { defineJob, fromSequence, minutes, type JobDefinition, type Sink } from '@millrace/core';
import { collectSink } from './collect-sink.js';
import { slowSink, stuckSink } from './credit-sink.js';
import {
  endlessSource,
  failure,
  gap,
  records,
  scriptedSource,
  silence,
} from './scripted-source.js';
import { simulate } from './simulate.js';

function copyJob(sink: Sink<number>, last = 200): JobDefinition {
  return defineJob('copy', (env) => {
    env
      .fromSource(fromSequence(1, last), { uid: 'in' })
      .keyBy((n) => n % 3)
      .reduce((a, b) => a + b, { uid: 'sum' })
      .sinkTo(sink, { uid: 'out' });
  });
}

const slow = (): Sink<number> => slowSink({ bufferRecordsMax: 5, recordsPerTick: 3, tickMs: 40 });

const limits = { channelRecords: 8, runRecordsMax: 4 };

describe('simulate', () => {
  it('E3: the same plan, seed and inputs give the same trace', async () => {
    const first = await simulate(copyJob(slow()), { seed: 11, limits });
    const second = await simulate(copyJob(slow()), { seed: 11, limits });
    expect(first.trace.length).toBeGreaterThan(100);
    expect(second.trace).toEqual(first.trace);
    expect(second.endedAt).toBe(first.endedAt);
  });

  it('E3: other seeds give other interleavings of the same result', async () => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const runs = await Promise.all(
      seeds.map((seed) => simulate(copyJob(slow(), 40), { seed, limits })),
    );
    expect(new Set(runs.map(({ trace }) => trace.join('\n'))).size).toBeGreaterThan(15);
    expect(new Set(runs.map(({ metrics }) => metrics.sinks['out']?.['written']))).toEqual(
      new Set([40]),
    );
  });

  it('E3: fails when the job waits for what no simulation brings', async () => {
    const job = copyJob(stuckSink({ bufferRecordsMax: 10 }));
    await expect(simulate(job)).rejects.toThrow(/stuck: it is 0 and no timer is pending/);
  });

  it('E3: has neither ids of xstate nor the wall clock in its trace', async () => {
    const { trace } = await simulate(copyJob(slow(), 10), { seed: 1 });
    expect(trace.join('\n')).not.toMatch(/x:\d|xstate|\d{13}/);
    expect(trace[0]).toBe('0 job: running');
    expect(trace.at(-1)).toMatch(/^160 job: finished$/);
    expect(trace).toContainEqual(expect.stringContaining('[out: slow.tick]'));
  });

  it('ends an endless job that nobody stops with a sentence', async () => {
    const job = defineJob('endless', (env) => {
      env.fromSource(endlessSource((n) => n)).sinkTo(collectSink());
    });
    await expect(simulate(job, { turnsMax: 50, limits })).rejects.toThrow(/took 50 turns/);
  });

  it('can be stopped from beside', async () => {
    const job = defineJob('silent', (env) => {
      env.fromSource(scriptedSource([records(1), silence])).sinkTo(collectSink());
    });
    const { result, endedAt } = await simulate(job, {
      during: ({ handle, clock }) => {
        clock.after(minutes(3), () => void handle.stop());
      },
    });
    expect(result.ended).toBe('stopped');
    expect(endedAt).toBe(minutes(3));
  });
});

describe('scriptedSource', () => {
  it('follows its script, line by line, in virtual time', async () => {
    const at: [number, number][] = [];
    let now = (): number => -1;
    const source = scriptedSource([
      records(1, 2),
      gap(50),
      gap(25),
      records<number>(),
      records(3),
      gap(5),
    ]);
    const job = defineJob('scripted', (env) => {
      env.fromSource(source).sinkTo({ name: 'at', each: (value) => at.push([value, now()]) });
    });
    const { endedAt } = await simulate(job, { during: ({ clock }) => (now = () => clock.now()) });
    expect(at).toEqual([
      [1, 0],
      [2, 0],
      [3, 75],
    ]);
    expect(endedAt).toBe(80);
  });

  it('fails the job under its own name', async () => {
    const job = defineJob('failing', (env) => {
      const source = scriptedSource([records(1), failure(new Error('the disk is gone'))]);
      env.fromSource(source, { uid: 'orders' }).sinkTo(collectSink());
    });
    await expect(simulate(job)).rejects.toThrow('orders failed: the disk is gone');
  });
});

describe('slowSink and stuckSink', () => {
  it('never hold more than they said', async () => {
    const { metrics, endedAt } = await simulate(copyJob(slow(), 100), { seed: 3 });
    expect(metrics.sinks['out']).toMatchObject({ heldMax: 5, held: 0, written: 100 });
    expect(endedAt).toBe(Math.ceil(100 / 3) * 40);
  });

  it('report what a stop leaves', async () => {
    const { result } = await simulate(copyJob(stuckSink({ bufferRecordsMax: 10 })), {
      during: ({ handle, clock }) => void clock.after(5, () => void handle.stop()),
    });
    expect(result.unwritten.get('out')?.records).toBe(10);
  });
});
