/** Metrics of several jobs in one process: each has its own, and those of a job that has ended stand still. */
import { VirtualClock, gap, records, scriptedSource, simulate, slowSink } from '@millrace/testing';
import {
  defineJob,
  forEachSink,
  runJob,
  type JobDefinition,
  type JobHandle,
  type Sink,
  type Source,
} from '../index.js';

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

/** Connectors that throw when they are asked for metrics of their own. */
function mute(): { readonly source: Source<number>; readonly sink: Sink<number> } {
  const [source, sink] = [scriptedSource([records(1, 2)]), slowSink<number>(oneAtATime)];
  const gone = (): never => {
    throw new Error('the client is closed');
  };
  return {
    source: {
      ...source,
      createReader: (context) => Object.assign(source.createReader(context), { metrics: gone }),
    },
    sink: {
      ...sink,
      createWriter: (context) => Object.assign(sink.createWriter(context), { metrics: gone }),
    },
  };
}

const oneAtATime = { bufferRecordsMax: 1, recordsPerTick: 1, tickMs: 10 };

it('that a connector cannot tell keep no job from its end, and are told to be missing', async () => {
  const { source, sink } = mute();
  const job = defineJob('mute', (env) => {
    env.fromSource(source, { uid: 'in' }).sinkTo(sink, { uid: 'out' });
  });
  const { result, metrics } = await simulate(job);
  expect(result.ended).toBe('finished');
  expect(metrics.sinks['out']).toMatchObject({
    numRecordsIn: 2,
    metricsFailure: 'the client is closed',
  });
  expect(metrics.sources['in']).toMatchObject({ metricsFailed: 1 });
});
