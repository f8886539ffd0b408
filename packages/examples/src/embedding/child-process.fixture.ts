/**
 * Owns: a built example as a process of its own: its log, its exit, and signals to it.
 * Refuses: to wait by the clock; whoever waits says for what.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const DIST = join(__dirname, '../../dist');
const running = new Set<ChildProcess>();

export type LogLine = Readonly<Record<string, unknown>>;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

export interface Child {
  readonly log: readonly LogLine[];
  readonly exit: Promise<Exit>;
  signal(name: NodeJS.Signals): void;
  /** The first line of the log with this field, or an error when the process ends without it. */
  line(field: string): Promise<LogLine>;
}

/** Starts `main`, a file below the build, with these variables beside the usual ones. */
export function startChild(main: string, environment: Readonly<Record<string, string>>): Child {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [join(DIST, main)], { env, stdio: 'pipe' });
  running.add(child);
  const log: LogLine[] = [];
  const heard = new EventEmitter();
  const stderr: string[] = [];
  createInterface(child.stdout).on('line', (text) => {
    log.push(JSON.parse(text) as LogLine);
    heard.emit('line');
  });
  child.stderr.on('data', (chunk) => stderr.push(String(chunk)));
  const exit = once(child, 'close').then(([code, signal]): Exit => {
    running.delete(child);
    heard.emit('line');
    return { code, signal, stderr: stderr.join('') };
  });
  const line = async (field: string): Promise<LogLine> => {
    for (;;) {
      const found = log.find((entry) => field in entry);
      if (found !== undefined) return found;
      if (!running.has(child)) throw new Error(`no ${field} in the log; ${stderr.join('')}`);
      await once(heard, 'line');
    }
  };
  return { log, exit, line, signal: (name) => void child.kill(name) };
}

/** For `afterEach`: a test that failed half way leaves none behind. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}
