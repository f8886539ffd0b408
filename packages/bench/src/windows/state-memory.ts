/**
 * Owns: what a key of keyed state costs in memory, with a value and a timer.
 * Refuses: to measure in a process that does anything else.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface StateMemory {
  readonly keys: number;
  /** The heap, and the buffers outside of it, after a garbage collection; without the values. */
  readonly bytesPerKey: number;
}

/** A million keys take some ten seconds on a busy machine. */
const MEASURE_MS_MAX = 180_000;

const run = promisify(execFile);
const memoryProcess = fileURLToPath(new URL('./state-memory-process.js', import.meta.url));

export async function stateMemory(): Promise<StateMemory> {
  const args = ['--expose-gc', memoryProcess];
  const { stdout } = await run(process.execPath, args, { timeout: MEASURE_MS_MAX });
  return JSON.parse(stdout) as StateMemory;
}
