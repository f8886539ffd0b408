/** What a process shows of the jobs in it: heap, handles, listeners, exceptions, exit codes. */
import type { ChildProcess } from 'node:child_process';
import { embeddedDynamoDb, type EmbeddedDynamoDb } from '../flight-delays/embedded-dynamodb.js';
import { runScript, toldBy } from './script-process.fixture.js';

const MEGABYTE = 2 ** 20;

jest.setTimeout(180_000);

interface Look {
  readonly heap: number;
  readonly handles: number;
}

it('FC-F05: a write that is refused while nobody looks fails the job, and nothing is uncaught', async () => {
  const end = await runScript('unobserved-failure');
  expect(toldBy(end)).toEqual({
    failure: expect.stringContaining('io failed') as string,
    status: 'failed',
    uncaught: [],
  });
  expect(end.exitCode).toBe(0);
});

it('FC-F09: a hundred thousand batches leave heap and handles as they were', async () => {
  const end = await runScript('many-batches', { node: ['--expose-gc'] });
  const { batches, looks } = toldBy<{ batches: number; looks: Look[] }>(end);
  expect([batches, looks.length]).toEqual([100_000, 5]);
  const [first] = looks;
  for (const { heap, handles } of looks) {
    expect(heap - first!.heap).toBeLessThan(MEGABYTE);
    expect(handles).toBeLessThanOrEqual(first!.handles + 4);
  }
});

it('FC-F10: ten thousand short jobs leave heap and handles as a hundred do', async () => {
  const end = await runScript('short-jobs', { node: ['--expose-gc'] });
  const { ends, first, last } = toldBy<{ ends: unknown; first: Look; last: Look }>(end);
  expect(ends).toEqual({ finished: 5_000, failed: 5_000 });
  expect(last.handles).toBe(first.handles);
  // Compiled code is a megabyte or so; jobs that are kept would be a hundred.
  expect(last.heap - first.heap).toBeLessThan(3 * MEGABYTE);
});

it('FC-F12: delays that setTimeout would cut to a millisecond do not fire, nor warn', async () => {
  expect(toldBy(await runScript('long-delays'))).toEqual({ fired: [], warnings: [] });
});

it('FC-G03: 20 jobs that start and stop 100 times leave no listener', async () => {
  const told = toldBy<Record<string, readonly unknown[]>>(await runScript('listeners'));
  const [sigterm, sigint, ...others] = told['before'] as number[];
  expect(told).toEqual({
    before: told['before'],
    during: [String(told['before'])],
    asked: [sigterm! + 1, sigint! + 1, ...others],
    after: told['before'],
    warnings: [],
  });
});

it('FC-G08: a sink that stands for a minute stops the source, in 256 MB, and all goes on', async () => {
  const end = await runScript('stalled-sink', { node: ['--max-old-space-size=256'] });
  const told = toldBy<{ ended: string; readAt: number[]; written: number; bytes: number }>(end);
  const bound = 2_500 + 1_024;
  expect(told.readAt).toEqual(Array(3).fill(told.readAt[0]));
  expect(told.readAt[0]).toBeGreaterThan(1_000);
  expect(told.readAt[0]).toBeLessThanOrEqual(bound);
  expect([told.ended, end.exitCode]).toEqual(['stopped', 0]);
  expect(told.written).toBeGreaterThanOrEqual(700_000);
  expect(told.bytes).toBeGreaterThanOrEqual(told.written * 2_048);
});

it('FC-E01: two million lines in 128 MB: the source is ahead by no more than the limits', async () => {
  const end = await runScript('many-lines', { node: ['--max-old-space-size=128'] });
  const told = toldBy<Record<string, number | string>>(end);
  expect(told).toMatchObject({ ended: 'finished', finished: 2_000_000, runningMax: 4 });
  expect(told['leadMax']).toBeLessThanOrEqual(1_000 + 512);
});

describe('FC-G10: a process that closes with grace', () => {
  const signalOn =
    (expected: string) =>
    (line: string, child: ChildProcess): void =>
      void (line === expected && child.kill('SIGTERM'));

  it('FC-G10: drains on SIGTERM and ends with 0', async () => {
    const end = await runScript('graceful-job', { words: ['drains'], onLine: signalOn('running') });
    const { ended, read, written } = toldBy<Record<string, unknown>>(end);
    expect([ended, written, end.exitCode, end.signal]).toEqual(['stopped', read, 0, null]);
    expect(read).toBeGreaterThan(0);
  });

  it.each(['fails', 'crashes'])('FC-G10: ends with another code when a job %s', async (word) => {
    const end = await runScript('graceful-job', { words: [word] });
    expect([end.exitCode, end.lines]).toEqual([1, ['running']]);
    expect(end.complaints).toContain(`it ${word}`);
  });

  it('FC-G10: ends at once on a second signal, though the sink is stuck', async () => {
    const signals = (line: string, child: ChildProcess): void =>
      void (['running', 'SIGTERM'].includes(line) && child.kill('SIGTERM'));
    const end = await runScript('graceful-job', { words: ['is stuck'], onLine: signals });
    expect([end.exitCode, end.lines]).toEqual([128 + 15, ['running', 'SIGTERM']]);
  });
});

describe('FC-G05: a process with a job that writes to DynamoDB', () => {
  let database: EmbeddedDynamoDb;
  beforeAll(async () => (database = await embeddedDynamoDb('orders')));
  afterAll(() => database.close());

  interface Left {
    readonly ended: string;
    readonly handles: readonly string[];
    /** Clients, before the script destroys its own. */
    readonly destroyed: number;
    readonly afterwards?: string;
  }

  const run = async (...words: readonly string[]): Promise<Left> => {
    const end = await runScript('table-job', { words });
    expect([end.exitCode, end.complaints]).toEqual([0, '']);
    return toldBy<Left>(end);
  };

  it.each(['stopped', 'stopped twice'])(
    'FC-G05: ends by itself when the job is %s',
    async (how) => {
      expect(await run(how, database.endpoint)).toEqual({
        ended: 'stopped',
        handles: [],
        destroyed: 1,
      });
    },
  );

  it('FC-G05: ends by itself when the job could not start', async () => {
    const { ended, ...left } = await run('refused', 'http://127.0.0.1:1');
    expect(ended).toContain('ECONNREFUSED');
    expect(left).toEqual({ handles: [], destroyed: 1 });
  });

  it('FC-G05: keeps a client that was given open for whoever gave it', async () => {
    const left = await run('given', database.endpoint);
    expect(left).toMatchObject({ ended: 'stopped', destroyed: 0, afterwards: 'ACTIVE' });
  });
});
