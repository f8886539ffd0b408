/** Metrics of several jobs in one process: each has its own, and those of a job that has ended stand still. */
import { VirtualClock, gap, records, scriptedSource, simulate } from '@millrace/testing';
import { defineJob, forEachSink, runJob, type JobDefinition, type JobHandle } from '../index.js';

const jobNamed = (name: string): JobDefinition =>
  defineJob(name, (env) => {
    env.fromSource(scriptedSource([records(1, 2, 3), gap(100), records(4)]), { uid: 'in' }).sinkTo(
      forEachSink(() => undefined),
      { uid: 'out' },
    );
  });

const readBy = (handle: JobHandle): number | undefined =>
  handle.metrics().sources['in']?.['numRecordsOut'];

describe('FC-G09: one job three times in a process, and another beside it', () => {
  it('FC-G09: nothing throws, and metrics carry the name of their job', async () => {
    const hot = jobNamed('hot');
    const handles = await Promise.all([hot, hot, hot, jobNamed('other')].map((job) => runJob(job)));
    expect(handles.map((handle) => handle.metrics().job)).toEqual(['hot', 'hot', 'hot', 'other']);
    const ends = await Promise.all(handles.map((handle) => handle.done));
    expect(ends.map(({ ended }) => ended)).toEqual(Array(4).fill('finished'));
    expect(handles.map(readBy)).toEqual([4, 4, 4, 4]);
  });

  it('FC-G09: those of a job that was stopped do not change any more', async () => {
    let held: JobHandle | undefined;
    const clock = new VirtualClock();
    const { metrics } = await simulate(jobNamed('stopped'), {
      clock,
      during: ({ handle }) => {
        held = handle;
        clock.after(50, () => void handle.stop());
      },
    });
    await clock.advanceBy(60_000);
    expect(held?.metrics()).toEqual(metrics);
    expect(metrics).toMatchObject({ job: 'stopped', sources: { in: { numRecordsOut: 3 } } });
  });
});
