// Owns: that what a root script needs is installed and built. Every root script runs it first.
// Refuses: to do anything when lockfile, manifests and sources are those of its stamps; then it
// only reads files, and needs no network. `--force` forgets the stamps.
//
// Two stamps, since they age apart: a changed source must not cost an install. They lie under
// node_modules, so whoever deletes that folder deletes them too.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { exitIfFailed, pnpmVersion, runPnpm } from './pnpm.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules', '.cache', 'millrace');
const installStamp = join(cache, 'install.json');
const buildStamp = join(cache, 'build.json');

// ---- what the stamps are made of

const read = (path) => fs.readFileSync(join(root, path), 'utf8');
const readJson = (path) => JSON.parse(read(path));
const exists = (path) => fs.existsSync(join(root, path));

function packages() {
  return fs
    .readdirSync(join(root, 'packages'))
    .filter((name) => exists(`packages/${name}/package.json`))
    .sort();
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const [name, text] of parts) hash.update(`${name}\0${text.length}\0${text}`);
  return hash.digest('hex');
}

// Only what an install depends on: a changed script line or description needs none.
function manifestFacts(path) {
  const { name, version, packageManager, bin, ...rest } = readJson(path);
  const { dependencies, devDependencies, optionalDependencies } = rest;
  const { peerDependencies, peerDependenciesMeta } = rest;
  return JSON.stringify([
    [name, version, packageManager, bin],
    [dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta],
  ]);
}

function installHash(names) {
  const manifests = ['package.json', ...names.map((name) => `packages/${name}/package.json`)];
  return digest([
    ['platform', `${process.platform} ${process.arch}`],
    ...['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs'].map((path) => [path, read(path)]),
    ...manifests.map((path) => [path, manifestFacts(path)]),
  ]);
}

function sourcesOf(name) {
  const found = [];
  const walk = (folder) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== 'dist') walk(path);
      } else if (/\.[cm]?tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts')) {
        found.push(relative(root, path).split(sep).join('/'));
      }
    }
  };
  walk(join(root, 'packages', name));
  return found.sort();
}

function configs(names) {
  const shared = [
    'tsconfig.base.json',
    'packages/tsconfig.build.json',
    'packages/tsconfig.cjs.json',
  ];
  const own = ['package.json', 'tsconfig.esm.json', 'tsconfig.cjs.json'];
  return [...shared, ...names.flatMap((name) => own.map((file) => `packages/${name}/${file}`))];
}

function buildHash(names, sources, installed) {
  const files = [...configs(names).filter(exists), ...names.flatMap((name) => sources[name])];
  return digest([['installed', installed], ...files.map((path) => [path, read(path)])]);
}

function stamped(path) {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'));
  } catch {
    return undefined; // no stamp, or one cut short: both mean "do it again"
  }
}

// ---- the two steps

function install() {
  process.stderr.write(`installing with ${pnpmVersion}\n`);
  const audible = ['--reporter=append-only', '--loglevel=info'];
  runPnpm(['install', '--frozen-lockfile', '--prefer-offline', ...audible], { cwd: root });
}

// A file that lost its source would stay in dist for ever, and be published: then start anew.
function removeOrphans(names, sources, known) {
  for (const name of names) {
    const before = known?.[name];
    const orphaned = before === undefined || before.some((path) => !sources[name].includes(path));
    if (orphaned) fs.rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true });
  }
}

function build(names) {
  process.stderr.write('building\n');
  for (const name of names) {
    if (!exists(`packages/${name}/tsconfig.cjs.json`)) continue;
    const folder = join(root, 'packages', name, 'dist', 'cjs');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  }
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-b', 'packages/tsconfig.build.json'];
  exitIfFailed(spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] }));
}

const isInstalled = (hash) =>
  stamped(installStamp)?.hash === hash && exists('node_modules/typescript/bin/tsc');

const isBuilt = (hash, names) =>
  stamped(buildStamp)?.hash === hash && names.every((name) => exists(`packages/${name}/dist/esm`));

function prepare({ isChecking }) {
  const names = packages();
  const installed = installHash(names);
  const sources = Object.fromEntries(names.map((name) => [name, sourcesOf(name)]));
  const built = buildHash(names, sources, installed);
  if (isInstalled(installed) && isBuilt(built, names)) return true;
  if (isChecking) return false;

  if (!isInstalled(installed)) {
    fs.rmSync(installStamp, { force: true });
    install();
    fs.writeFileSync(installStamp, JSON.stringify({ hash: installed }));
  }
  if (!isBuilt(built, names)) {
    removeOrphans(names, sources, stamped(buildStamp)?.sources);
    // A build that fails has written too: without a hash, nobody takes its leavings for a build.
    fs.writeFileSync(buildStamp, JSON.stringify({ sources }));
    build(names);
    fs.writeFileSync(buildStamp, JSON.stringify({ hash: built, sources }));
  }
  return true;
}

if (process.argv.includes('--force')) fs.rmSync(cache, { recursive: true, force: true });
if (!prepare({ isChecking: true })) {
  fs.mkdirSync(cache, { recursive: true });
  withLock(join(cache, 'lock'), () => prepare({ isChecking: false }));
}
