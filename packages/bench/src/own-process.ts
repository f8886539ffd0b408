/**
 * Owns: a program of the bench in a process of its own, and what it prints.
 * Refuses: to wait for ever for a job that stands still.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The slowest takes some ten seconds; busy machines take longer. */
const PROCESS_MS_MAX = 300_000;

const run = promisify(execFile);

/** The JSON that the program prints, given these arguments. */
export async function printedBy<Printed>(program: URL, ...args: string[]): Promise<Printed> {
  const path = fileURLToPath(program);
  const { stdout } = await run(process.execPath, [path, ...args], { timeout: PROCESS_MS_MAX });
  return JSON.parse(stdout) as Printed;
}
