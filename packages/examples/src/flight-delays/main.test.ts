/** The built example as a process of its own, as `npm start` runs it; `npm test` builds first. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(__dirname, '../../dist/esm/flight-delays/main.js');

interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function start(...argv: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...argv], (_, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? undefined, stdout, stderr });
    });
  });
}

it('runs over the flights of vega-datasets and prints nothing but a line of JSON', async () => {
  const { exitCode, stdout, stderr } = await start('--json');
  expect(stdout.split('\n')).toEqual([expect.stringMatching(/^\{"read":20000,/), '']);
  const { rows, expectedRows } = JSON.parse(stdout) as { rows: number; expectedRows: number };
  expect([rows, expectedRows]).toEqual([6901, 6901]);
  // Nothing of Node.js or the SDK; only our own lines about the pace.
  const lines = stderr
    .split('\n')
    .filter((line) => !/^ +\d+\.\d s {2}[\d,]+ flights read/.test(line));
  expect(lines).toEqual(['']);
  expect(exitCode).toBe(0);
});

it('says what is wrong in one sentence, with exit code 2 and no stack', async () => {
  const { exitCode, stdout, stderr } = await start('--file', 'nowhere.json', '--json');
  expect(stderr).toBe('There is no file nowhere.json; check its path.\n');
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
});
