/** What a process says when the stream that its job reads is destroyed. */
import { removeScripts, runScript, toldBy } from './script-process.fixture.js';

afterAll(removeScripts);

interface Told {
  readonly status: string;
  readonly read: number;
  readonly written: readonly string[];
  readonly unwritten: number;
}

it('FC-E09: a stream that is destroyed while it is read fails the job: the process says so and does not end well, and each record is written or told unwritten', async () => {
  const end = await runScript('closed-early');
  const { status, read, written, unwritten } = toldBy<Told>(end);
  expect(status).toBe('failed');
  expect(end.exitCode).toBe(1);
  expect(end.stderr).toContain('lines failed: its stream closed early');
  expect(read).toBeGreaterThan(0);
  expect(written).toEqual(['a', 'b', 'c'].slice(0, read - unwritten));
});
