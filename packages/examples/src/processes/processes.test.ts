/** What a process shows of the jobs in it: heap, handles, listeners, exceptions, exit code. */
import { removeScripts, runScript, toldBy } from './script-process.fixture.js';

const MEGABYTE = 2 ** 20;

jest.setTimeout(180_000);

afterAll(removeScripts);

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

interface ClosedEarly {
  readonly status: string;
  readonly read: number;
  readonly written: readonly string[];
  readonly unwritten: number;
}

it('FC-E09: a stream that is destroyed while it is read fails the job: the process says so and does not end well, and each record is written or told unwritten', async () => {
  const end = await runScript('closed-early');
  const { status, read, written, unwritten } = toldBy<ClosedEarly>(end);
  expect(status).toBe('failed');
  expect(end.exitCode).toBe(1);
  expect(end.stderr).toContain('lines failed: its stream closed early');
  expect(read).toBeGreaterThan(0);
  expect(written).toEqual(['a', 'b', 'c'].slice(0, read - unwritten));
});

it('FC-F09: a hundred thousand batches leave heap and handles as they were', async () => {
  const end = await runScript('many-batches', '--expose-gc');
  const { batches, looks } = toldBy<{ batches: number; looks: Look[] }>(end);
  expect([batches, looks.length]).toEqual([100_000, 5]);
  const [first] = looks;
  for (const { heap, handles } of looks) {
    expect(heap - first!.heap).toBeLessThan(MEGABYTE);
    expect(handles).toBeLessThanOrEqual(first!.handles + 4);
  }
});

it('FC-F10: ten thousand short jobs leave heap and handles as a hundred do', async () => {
  const end = await runScript('short-jobs', '--expose-gc');
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
  const end = await runScript('stalled-sink', '--max-old-space-size=256');
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
  const end = await runScript('many-lines', '--max-old-space-size=128');
  const told = toldBy<Record<string, number | string>>(end);
  expect(told).toMatchObject({ ended: 'finished', finished: 2_000_000, runningMax: 4 });
  expect(told['leadMax']).toBeLessThanOrEqual(1_000 + 512);
});

interface Watched {
  readonly looks: readonly { readonly heap: number; readonly listeners: number; timers: number }[];
  readonly added: number;
  readonly after: number;
}

it('FC-E15: records and retries under a signal that never aborts add no listener and no heap', async () => {
  const end = await runScript('silent-signal', '--expose-gc');
  const { records, retries, warnings } = toldBy<{
    records: Watched;
    retries: Watched & { timersAfter: number; attempts: number; waitedMs: number };
    warnings: unknown;
  }>(end);
  expect(warnings).toEqual([]);
  for (const { looks, added, after } of [records, retries]) {
    // What a step costs does not grow, since nothing that it asks grows: one listener in all.
    expect([looks.length, added, after]).toEqual([5, 1, 0]);
    const [first] = looks;
    for (const { heap, listeners, timers } of looks) {
      expect([listeners, timers]).toEqual([1, first!.timers]);
      expect(heap - first!.heap).toBeLessThan(MEGABYTE);
    }
  }
  expect(retries).toMatchObject({ attempts: 1_000_001, timersAfter: 0, waitedMs: 1_000_000 });
});
