/**
 * Owns: running a script of this folder in a process of its own, from the sources of the packages:
 *   for what only a whole process shows, such as its heap and its listeners.
 * Refuses: builds, which may be old; and waiting for ever for a process that hangs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** After this a process counts as hanging and is ended. */
const PROCESS_MS_MAX = 150_000;

const PACKAGES = join(__dirname, '..', '..', '..');

/** Where the sources of which folder go. */
const PLACES = [
  ['core/src', 'node_modules/@millrace/core'],
  ['testing/src', 'node_modules/@millrace/testing'],
  ['examples/src/embedding', 'embedding'],
  ['examples/src/processes', 'processes'],
] as const;

/** Whose libraries the sources need. */
const DEPENDENTS = ['core', 'testing'] as const;

/** How a process ended. */
export interface ScriptEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

let compiled: string | undefined;

/** Runs `<name>.fixture.ts` to its end, with these options of Node.js. */
export async function runScript(name: string, ...nodeOptions: string[]): Promise<ScriptEnd> {
  compiled ??= compile();
  const script = join(compiled, 'processes', `${name}.fixture.js`);
  const child = spawn(process.execPath, [...nodeOptions, script], { timeout: PROCESS_MS_MAX });
  const [stdout, stderr] = [[] as string[], [] as string[]];
  child.stdout.on('data', (text) => stdout.push(String(text)));
  child.stderr.on('data', (text) => stderr.push(String(text)));
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { exitCode, signal, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** What a script told; says what went wrong when it told nothing. */
export function toldBy<T>({ stdout, stderr, signal }: ScriptEnd): T {
  if (stdout === '') throw new Error(`the script told nothing (${String(signal)}): ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** For `afterAll`: takes away what was compiled. */
export function removeScripts(): void {
  if (compiled !== undefined) rmSync(compiled, { recursive: true });
  compiled = undefined;
}

function compile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-processes-'));
  for (const [from, to] of PLACES) compileFolder(join(PACKAGES, from), join(folder, to));
  for (const name of DEPENDENTS) linkLibraries(name, join(folder, 'node_modules'));
  return folder;
}

/** Everything that is installed for a package, but for the packages of the workspace. */
function linkLibraries(name: string, to: string): void {
  const from = join(PACKAGES, name, 'node_modules');
  const scopes = readdirSync(from).filter(
    (entry) => entry.startsWith('@') && entry !== '@millrace',
  );
  const scoped = scopes.flatMap((scope) =>
    readdirSync(join(from, scope)).map((entry) => join(scope, entry)),
  );
  const plain = readdirSync(from).filter((entry) => /^[a-z]/.test(entry));
  for (const library of [...plain, ...scoped]) {
    const link = join(to, library);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(from, library), link, 'junction');
  }
}

function compileFolder(from: string, to: string): void {
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const target = join(to, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, transpiled(readFileSync(join(from, name), 'utf8')));
  }
}

const transpiled = (source: string): string =>
  ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  }).outputText;
