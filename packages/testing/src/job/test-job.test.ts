/** Owns: the proof that a job under test moves when its test lets it, and not otherwise. */
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromArray,
  fromSequence,
  listState,
  tumbling,
  valueState,
  type JobDefinition,
} from '@millrace/core';
import { slowSink } from '../credit-sink.js';
import { gap, records, scriptedSource } from '../scripted-source.js';
import { testJob } from './test-job.js';

interface Visit {
  readonly page: string;
  readonly at: number;
}

const visits: JobDefinition = defineJob('visits', (env) => {
  env
    .fromSource(fromArray<Visit>([]), {
      uid: 'visits',
      watermarks: boundedOutOfOrderness<Visit>(0, ({ at }) => at),
    })
    .keyBy(({ page }) => page)
    .window(tumbling(100))
    .aggregate(
      { createAccumulator: () => 0, add: (n: number) => n + 1, getResult: (n) => n },
      { uid: 'counts' },
    )
    .map(({ key, value }) => `${String(key)}: ${String(value)}`)
    .sinkTo(
      forEachSink(() => {
        throw new Error('the test stands in for this sink');
      }),
      { uid: 'out' },
    );
});

const slow = (bufferRecordsMax: number): JobDefinition =>
  defineJob('slow', (env) => {
    const sink = slowSink<number>({ bufferRecordsMax, recordsPerTick: 1, tickMs: 10 });
    env.fromSource(fromSequence(1, 3), { uid: 'numbers' }).sinkTo(sink, { uid: 'slow' });
  });

describe('testJob', () => {
  it('pushes records and reads what they come to', async () => {
    const test = await testJob(visits);
    const source = test.source<Visit>('visits');
    source.push({ page: '/', at: 1 }, { page: '/', at: 2 });
    await test.settle();
    expect(test.sink('out').values).toEqual([]);
    expect(test.watermark('counts')).toBe(1);
    source.push({ page: '/about', at: 101 });
    await test.settle();
    expect(test.sink('out').values).toEqual(['/: 2']);
    expect(test.sink('out').timestamps).toEqual([99]);
    expect(test.metrics().operators['counts']!['numRecordsIn']).toBe(3);
    expect((await test.end()).ended).toBe('finished');
    expect(test.sink('out').values).toEqual(['/: 2', '/about: 1']);
  });

  it('lets time pass from due time to due time, as far as it is told', async () => {
    const job = defineJob('patient', (env) => {
      const source = scriptedSource([records(1), gap(100), records(2), gap(100), records(3)]);
      env.fromSource(source, { uid: 'in' }).sinkTo(
        forEachSink(() => undefined),
        { uid: 'out' },
      );
    });
    const test = await testJob(job, { keepSources: ['in'], startAt: 50 });
    const { values } = test.sink('out');
    expect(values).toEqual([1]);
    await test.advanceTime(99);
    expect([test.clock.now(), values]).toEqual([149, [1]]);
    await test.advanceTo(150);
    expect(values).toEqual([1, 2]);
    await test.advanceTime(1_000);
    expect([test.clock.now(), values]).toEqual([1_150, [1, 2, 3]]);
    expect((await test.done).ended).toBe('finished');
  });

  it('gives a source timestamps of its own where the job reads none', async () => {
    const job = defineJob('plain', (env) => {
      env.fromSource(fromArray(['']), { uid: 'in' }).sinkTo(
        forEachSink(() => undefined),
        { uid: 'out' },
      );
    });
    const test = await testJob(job);
    test.source<string>('in').pushAt('a', 7);
    await test.settle();
    expect(test.sink('out').timestamps).toEqual([7]);
    await test.stop();
  });

  it('shows the state of a key, as its user would read it', async () => {
    const job = defineJob('seen', (env) => {
      env
        .fromSource(fromArray(['']), { uid: 'in' })
        .keyBy((word) => word)
        .process(
          {
            state: { seen: valueState<number>({ ttl: { ttlMs: 100 } }), when: listState<number>() },
            processElement: (_, { state, currentProcessingTime }) => {
              state.seen.update((state.seen.value() ?? 0) + 1);
              state.when.add(currentProcessingTime());
            },
          },
          { uid: 'seen' },
        )
        .sinkTo(
          forEachSink(() => undefined),
          { uid: 'out' },
        );
    });
    const test = await testJob(job, { parallelism: 2 });
    test.source<string>('in').push('a', 'b', 'a');
    await test.advanceTime(50);
    test.source<string>('in').push('a');
    await test.settle();
    const [seen, when] = [test.state('seen', 'seen'), test.state('seen', 'when')];
    expect(['a', 'b', 'c'].map((key) => seen.get(key))).toEqual([3, 1, undefined]);
    expect(when.get('a')).toEqual([0, 0, 50]);
    await test.advanceTime(60);
    expect(['a', 'b'].map((key) => seen.get(key))).toEqual([3, undefined]);
    expect(() => test.state('seen', 'sen')).toThrow(/"sen".*"seen", "when"/);
    await test.end();
  });

  it('says what waits, instead of a test that hangs', async () => {
    const test = await testJob(visits);
    await expect(test.done).rejects.toThrow(/it is 0.*the source "visits" has not ended/);
    await test.end();
    await expect(test.done).resolves.toMatchObject({ ended: 'finished' });
  });

  it('says that time stands still, and which sink holds what', async () => {
    const test = await testJob(slow(3), { keepSources: 'all', keepSinks: ['slow'] });
    await expect(test.done).rejects.toThrow(/timers due at 10 are.*"slow" holds 3/);
    await test.advanceTime(30);
    await expect(test.done).resolves.toMatchObject({ ended: 'finished' });
  });

  it('rejects with what made the job fail, wherever the test waits next', async () => {
    const job = defineJob('failing', (env) => {
      env
        .fromSource(fromArray([1]), { uid: 'in' })
        .map(
          () => {
            throw new Error('as expected');
          },
          { uid: 'map' },
        )
        .sinkTo(
          forEachSink(() => undefined),
          { uid: 'out' },
        );
    });
    const test = await testJob(job);
    test.source<number>('in').push(1);
    await expect(test.advanceTime(1)).rejects.toThrow('as expected');
    await expect(test.settle()).rejects.toThrow('as expected');
    await expect(test.done).rejects.toThrow('as expected');
  });

  it('stops a job as it is, and drains one that reads for ever', async () => {
    const stopped = await testJob(visits);
    stopped.source<Visit>('visits').push({ page: '/', at: 1 });
    expect((await stopped.stop()).ended).toBe('stopped');
    expect(stopped.sink('out').values).toEqual([]);
    const endless = defineJob('endless', (env) => {
      const source = { ...fromSequence(1, 3), boundedness: 'unbounded' } as const;
      env.fromSource(source, { uid: 'in' }).sinkTo(
        forEachSink(() => undefined),
        { uid: 'out' },
      );
    });
    const drained = await testJob(endless, { keepSources: ['in'] });
    await drained.end();
    expect(drained.sink('out').values).toEqual([1, 2, 3]);
  });

  it('refuses names that the job does not have, and records behind the end', async () => {
    await expect(testJob(visits, { keepSinks: ['outs'] })).rejects.toThrow(/no sink "outs".*"out"/);
    await expect(testJob(visits, { sed: 1 } as never)).rejects.toThrow(/mean "seed"/);
    const test = await testJob(visits);
    expect(() => test.source('visit')).toThrow(/no source "visit".*"visits"/);
    expect(() => test.sink('in')).toThrow(/no sink "in".*"out"/);
    expect(() => test.watermark('count')).toThrow(/"count".*"counts"/);
    test.source('visits').end();
    expect(() => {
      test.source('visits').push({ page: '/', at: 1 });
    }).toThrow(/push before end/);
    await test.stop();
  });
});
