/** Many jobs of one process: what they leave on the process, and what they tell of themselves. */
import { setImmediate as immediate } from 'node:timers/promises';
import { collectSink, endlessSource, slowSink } from '@millrace/testing';
import {
  defineJob,
  runJob,
  type EachSink,
  type JobDefinition,
  type JobHandle,
  type Sink,
} from '../index.js';

const EVENTS = [
  'SIGTERM',
  'SIGINT',
  'exit',
  'uncaughtException',
  'unhandledRejection',
  'warning',
] as const;

const listeners = (): readonly number[] => EVENTS.map((event) => process.listenerCount(event));

const endlessInto = (out: Sink<number> | EachSink<number>, name: string): JobDefinition =>
  defineJob(name, (env) => {
    const numbers = endlessSource((n) => n);
    env.fromSource(numbers, { uid: 'in' }).sinkTo(out, { uid: 'out' });
  });

const endless = (name: string): JobDefinition =>
  endlessInto(slowSink({ bufferRecordsMax: 2, recordsPerTick: 1, tickMs: 1 }), name);

const read = (handle: JobHandle) => handle.metrics().sources['in']!['numRecordsOut']!;

/** Gives the loop turns until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await immediate();
}

it('FC-G03: 20 jobs, made and stopped 100 times, listen to nothing of the process', async () => {
  const before = listeners();
  const during = new Set<string>();
  const warnings: unknown[] = [];
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation((w) => warnings.push(w));
  for (let round = 0; round < 100; round++) {
    const jobs = await Promise.all(Array.from({ length: 20 }, () => runJob(endless('many'))));
    await immediate();
    during.add(listeners().join());
    const ends = await Promise.all(jobs.map((job) => job.stop()));
    expect(new Set(ends.map(({ ended }) => ended))).toEqual(new Set(['stopped']));
  }
  warned.mockRestore();
  expect([...during]).toEqual([before.join()]);
  expect(listeners()).toEqual(before);
  expect(warnings).toEqual([]);
});

it('FC-G03: a signal that is aborted is listened to by each job, and by none after its end', async () => {
  const { signal } = new AbortController();
  const added = jest.spyOn(signal, 'addEventListener');
  const removed = jest.spyOn(signal, 'removeEventListener');
  const jobs = await Promise.all([1, 2, 3].map(() => runJob(endless('many'), { signal })));
  await Promise.all(jobs.map((job) => job.cancel()));
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([3, 3]);
});

describe('FC-G09: the same job, three times in one process, and one of another name', () => {
  it('starts each, and the metrics of each count for itself, by the name of its handle', async () => {
    const out = collectSink<number>();
    const same = endlessInto(out, 'reloaded');
    const definitions = [same, same, same, endlessInto(out, 'other')];
    const jobs = await Promise.all(definitions.map((job) => runJob(job)));
    expect(jobs.map(({ name }) => name)).toEqual(['reloaded', 'reloaded', 'reloaded', 'other']);
    await until(() => jobs.every((job) => read(job) > 0));
    await Promise.all(jobs.map((job) => job.stop()));
    expect(out.values).toHaveLength(jobs.map(read).reduce((a, b) => a + b));
  });

  it('leaves the metrics of one that was stopped as they were, while the others go on', async () => {
    const same = endless('reloaded');
    const [stopped, running] = [await runJob(same), await runJob(same)];
    await until(() => read(stopped) > 0);
    await stopped.stop();
    const [last, before] = [stopped.metrics(), read(running)];
    await until(() => read(running) > before);
    expect(stopped.metrics()).toEqual(last);
    await running.stop();
  });
});
