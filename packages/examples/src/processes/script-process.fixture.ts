/**
 * Owns: running a script of this folder in a process of its own, from the sources of the packages:
 *   for what only a whole process shows, such as its heap, its listeners and its exit code.
 * Refuses: builds, which may be old; and waiting for ever for a process that hangs.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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
  ['dynamodb/src', 'node_modules/@millrace/dynamodb'],
  ['testing/src', 'node_modules/@millrace/testing'],
  ['examples/src/embedding', 'embedding'],
  ['examples/src/processes', 'processes'],
] as const;

/** Whose libraries the sources need. */
const DEPENDENTS = ['core', 'dynamodb', 'testing'] as const;

export interface ScriptOptions {
  /** Options of Node.js, such as a limit of its heap. */
  readonly node?: readonly string[];
  readonly words?: readonly string[];
  /** Hears each line that the script writes. */
  readonly onLine?: (line: string, child: ChildProcess) => void;
}

/** How a process ended. */
export interface ScriptEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly lines: readonly string[];
  readonly complaints: string;
}

let compiled: string | undefined;

/** Runs `<name>.fixture.ts` to its end. */
export function runScript(name: string, options: ScriptOptions = {}): Promise<ScriptEnd> {
  compiled ??= compile();
  const { node = [], words = [], onLine = () => undefined } = options;
  const script = join(compiled, 'processes', `${name}.fixture.js`);
  const child = spawn(process.execPath, [...node, script, ...words], { timeout: PROCESS_MS_MAX });
  const lines: string[] = [];
  let complaints = '';
  let begun = '';
  child.stderr.on('data', (text) => (complaints += String(text)));
  child.stdout.on('data', (text) => {
    const whole = `${begun}${String(text)}`.split('\n');
    begun = whole.pop() ?? '';
    for (const line of whole) {
      lines.push(line);
      onLine(line, child);
    }
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, lines, complaints }));
  });
}

/** What a script told in its last line; says what went wrong when it told nothing. */
export function toldBy<T>({ lines, complaints, signal }: ScriptEnd): T {
  const line = lines.at(-1);
  if (line === undefined)
    throw new Error(`the script told nothing (${String(signal)}): ${complaints}`);
  return JSON.parse(line) as T;
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
