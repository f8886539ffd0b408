// Owns: that the tarballs work where users install them: npm puts them into a folder outside of the
// workspace, and each program of `consumers/` runs or type checks there.
// Refuses: to install what only the workspace's own tools need; Jest and TypeScript are its own.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const own = (path) => join(root, 'node_modules', path);
const tsc = [own('typescript/bin/tsc'), '--project', '.'];

/** A kind of program by its folder, and the arguments by which Node.js runs it there. */
const CONSUMERS = {
  esm: ['count-words.mjs'],
  commonjs: ['count-words.cjs'],
  'two-copies': ['mix-copies.mjs'],
  'jest-commonjs': [own('jest/bin/jest.js'), '--config', 'jest.config.json', '--ci'],
  'types-node16': tsc,
  'types-bundler': tsc,
};

/** A program that waits for ever is a fault too. */
const RUN_MS_MAX = 60_000;

function run(command, args, cwd) {
  const ended = spawnSync(command, args, {
    cwd,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: RUN_MS_MAX,
    shell: command === 'npm' && process.platform === 'win32', // npm is a .cmd there
  });
  if (ended.status === 0) return true;
  process.stderr.write(`${ended.stdout ?? ''}${ended.stderr ?? ''}${ended.error ?? ''}\n`);
  return false;
}

// What `npm run` hands down speaks of the workspace, and Jest's own settings are not a consumer's.
function environment() {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle)_|^(NODE_OPTIONS|JEST_WORKER_ID|INIT_CWD)$/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
}

// The versions of the workspace, so that npm finds after the first time what it has cached.
function installedVersion(name, from) {
  const folder = join(root, 'packages', from, 'node_modules', name);
  const beside = fs.existsSync(folder) ? folder : own(name);
  return createRequire(import.meta.url)(join(beside, 'package.json')).version;
}

function install(tarballs, work) {
  const manifest = { name: 'millrace-consumers', private: true, version: '0.0.0' };
  fs.writeFileSync(join(work, 'package.json'), JSON.stringify(manifest));
  const peers = [
    `@aws-sdk/client-dynamodb@${installedVersion('@aws-sdk/client-dynamodb', 'dynamodb')}`,
    `@types/node@${installedVersion('@types/node', 'core')}`,
  ];
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  return run('npm', ['install', ...quiet, ...tarballs, ...peers], work);
}

/** What is wrong, in a sentence each. `work` is an empty folder outside of the workspace. */
export function problemsOfConsumers(tarballs, work) {
  fs.cpSync(join(here, 'consumers'), work, { recursive: true });
  if (!install(tarballs, work)) return ['npm does not install the tarballs'];
  return Object.entries(CONSUMERS).flatMap(([kind, args]) =>
    run(process.execPath, args, join(work, kind)) ? [] : [`the ${kind} consumer does not run`],
  );
}
