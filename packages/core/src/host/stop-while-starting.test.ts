/** A stop that comes while the job starts: before its first turn, and while its sink opens. */
import { endlessSource, simulate, type SimulationOptions } from '@millrace/testing';
import { asyncSink, asyncSinkLimits, fifoBuffer } from '../connector.js';
import {
  defineJob,
  type JobDefinition,
  type JobHandle,
  type Sink,
  type Source,
  type StopOptions,
} from '../index.js';
import { healthOf } from './job-health.js';
import { byName } from './metric-sums.js';

type Line = 'source opened' | 'source read' | 'source closed' | 'sink opened' | 'sink closed';

/** What the connectors of a job were asked, in order. */
function watched() {
  const lines: Line[] = [];
  const numbers = endlessSource((n) => n);
  const source: Source<number> = {
    ...numbers,
    createReader: (context) => {
      const reader = numbers.createReader(context);
      return {
        open: () => (lines.push('source opened'), reader.open()),
        poll: (run, recordsMax) => (lines.push('source read'), reader.poll(run, recordsMax)),
        close: () => (lines.push('source closed'), reader.close()),
      };
    },
  };
  return { lines, source, sink: checkingSink(lines) };
}

/** A sink whose check of its table is not answered. */
function checkingSink(lines: Line[]): Sink<number> {
  return asyncSink<number, { readonly n: number }>({
    name: 'checking',
    limits: asyncSinkLimits({ openMsMax: 60_000, requestMsMax: 60_000 }),
    connect: () => ({
      buffer: fifoBuffer({ keyOf: ({ n }) => String(n) }),
      toEntry: (n) => ({ n }),
      describe: ({ n }) => String(n),
      connection: {
        open: (signal) => (lines.push('sink opened'), untilAborted(signal)),
        send: () => Promise.reject(new Error('a record was taken')),
        classify: (error) => ({ kind: 'transient', reason: String(error) }),
        close: () => void lines.push('sink closed'),
      },
    }),
  });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

const copy = (source: Source<number>, sink: Sink<number>): JobDefinition =>
  defineJob('copy', (env) => env.fromSource(source, { uid: 'in' }).sinkTo(sink, { uid: 'out' }));

const stopAt = (ms: number, stop: (handle: JobHandle) => void): SimulationOptions => ({
  during: ({ handle, clock }) =>
    ms === 0 ? stop(handle) : void clock.after(ms, () => stop(handle)),
});

describe.each([
  ['plain', {}],
  ['a drain within a time', { drain: true, within: 1_000 }],
] satisfies [string, StopOptions][])('FC-G04: stop, %s, while the job starts', (_, options) => {
  it.each([0, 10])(
    '%d ms after the start: takes no record, and closes what it opened',
    async (ms) => {
      const { lines, source, sink } = watched();
      const { result } = await simulate(
        copy(source, sink),
        stopAt(ms, (handle) => void handle.stop(options)),
      );
      expect([result.ended, result.queued, result.unwritten.size]).toEqual(['stopped', 0, 0]);
      expect(lines).not.toContain('source read');
      expect(lines.filter((line) => line.startsWith('source'))).toEqual([
        'source opened',
        'source closed',
      ]);
      expect(lines.filter((line) => line.startsWith('sink'))).toEqual([
        'sink opened',
        'sink closed',
      ]);
    },
  );
});

it('says that it starts, and which sink it waits for', async () => {
  const { source, sink } = watched();
  const heard: unknown[] = [];
  await simulate(copy(source, sink), {
    during: ({ handle, clock }) => {
      heard.push(handle.health());
      clock.after(10, () => (heard.push(handle.health()), void handle.stop()));
    },
  });
  expect(heard).toEqual([
    { status: 'starting' },
    { status: 'starting', reason: 'not open yet: out' },
  ]);
});

it('has not started while one subtask of a sink still opens', () => {
  const sinks = byName([
    ['out', { state: 'open' }],
    ['out', { state: 'opening' }],
  ]);
  expect(healthOf({ status: 'running', failure: undefined, sinks: () => sinks })).toEqual({
    status: 'starting',
    reason: 'not open yet: out',
  });
});
