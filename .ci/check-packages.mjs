// Owns: that the tarballs hold what users need and nothing else. Every publishable package is packed
// as for publishing, looked into, and handed to publint and are-the-types-wrong; then programs of each
// kind of user install and run them.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsOfConsumers } from './consumers.mjs';
import { runPnpm } from './pnpm.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const privateCondition = '@millrace/source';
const problems = [];

function publishable() {
  return fs.readdirSync(join(root, 'packages')).flatMap((folder) => {
    const path = join(root, 'packages', folder, 'package.json');
    if (!fs.existsSync(path)) return [];
    const manifest = JSON.parse(fs.readFileSync(path, 'utf8'));
    return manifest.private ? [] : [{ folder, manifest }];
  });
}

// What a tool says is of interest only when it objects.
function passes(command, args, cwd = root) {
  const ended = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (ended.error) throw ended.error;
  if (ended.status !== 0) process.stderr.write(ended.stdout + ended.stderr);
  return ended.status === 0;
}

const tool = (path, args) => passes(process.execPath, [join(root, 'node_modules', path), ...args]);

// The simplest reader of a tarball that Node.js has no word for: the system's tar.
function unpack(tarball, folder) {
  fs.mkdirSync(folder, { recursive: true });
  if (!passes('tar', ['-xzf', tarball, '-C', folder])) throw new Error(`cannot unpack ${tarball}`);
  return join(folder, 'package');
}

function filesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

// Each leaf of "exports" that does not point at a file is a door painted on a wall.
function targetsOf(node) {
  return typeof node === 'string' ? [node] : Object.values(node).flatMap(targetsOf);
}

function conditionsOf(node) {
  if (typeof node === 'string') return [];
  return Object.entries(node).flatMap(([name, value]) => [name, ...conditionsOf(value)]);
}

function typesComeFirst(node) {
  if (typeof node === 'string') return true;
  const names = Object.keys(node);
  return names.indexOf('types') <= 0 && Object.values(node).every(typesComeFirst);
}

function look(name, source, unpacked) {
  const complain = (text) => problems.push(`${name}: ${text}`);
  const manifestText = fs.readFileSync(join(unpacked, 'package.json'), 'utf8');
  const packed = JSON.parse(manifestText);
  const files = filesIn(unpacked);

  // Without the condition in the sources, its absence here would prove nothing.
  for (const [door, entry] of Object.entries(source.exports)) {
    if (Object.keys(entry)[0] !== privateCondition)
      complain(`"${door}" does not begin with ${privateCondition}`);
  }
  if (manifestText.includes(privateCondition)) complain(`${privateCondition} is in the tarball`);
  if (/"(workspace|catalog):/.test(manifestText))
    complain('workspace: or catalog: was not replaced');
  if (!typesComeFirst(packed.exports)) complain('"types" does not come first in a condition');
  for (const condition of ['import', 'require', 'types']) {
    if (!conditionsOf(packed.exports).includes(condition)) complain(`no ${condition} in "exports"`);
  }
  for (const target of targetsOf(packed.exports)) {
    if (!files.includes(target.slice(2))) complain(`"exports" names ${target}, which is missing`);
  }
  for (const page of ['LICENSE', 'README.md']) {
    if (!files.includes(page)) complain(`${page} is missing`);
  }
  for (const file of files) {
    if (/\.test\.|tsbuildinfo$|\.ts$/.test(file) && !file.endsWith('.d.ts'))
      complain(`${file} does not belong in a tarball`);
    if (/\.test\.d\.ts$/.test(file)) complain(`${file} does not belong in a tarball`);
  }
}

// Declarations that resolve may still not load, so every door is opened both ways, from the build.
function load(folder, source) {
  for (const door of Object.keys(source.exports)) {
    const name = JSON.stringify(posix.join(source.name, door));
    const forms = [
      ['module', `await import(${name})`],
      ['commonjs', `require(${name})`],
    ];
    for (const [type, code] of forms) {
      const args = [`--input-type=${type}`, '--eval', code];
      if (!passes(process.execPath, args, join(root, 'packages', folder)))
        problems.push(`${name} does not load as ${type}`);
    }
  }
}

const tarballOf = ({ name, version }, work) =>
  join(work, `${name.slice(1).replace('/', '-')}-${version}.tgz`);

function check(work) {
  const all = publishable();
  const filters = all.map(({ manifest }) => `--filter=${manifest.name}`);
  const pack = [...filters, '--recursive', 'pack', '--pack-destination', work];
  runPnpm(pack, { cwd: root, quietly: true });
  const tarballs = all.map(({ manifest }) => tarballOf(manifest, work));
  for (const [at, { folder, manifest }] of all.entries()) {
    const { name } = manifest;
    const tarball = tarballs[at];
    look(name, manifest, unpack(tarball, join(work, folder)));
    load(folder, manifest);
    if (!tool('publint/src/cli.js', ['run', tarball, '--strict']))
      problems.push(`${name}: publint`);
    const attw = ['--profile', 'node16', '--format', 'ascii', '--no-emoji', tarball];
    if (!tool('@arethetypeswrong/cli/dist/index.js', attw)) problems.push(`${name}: attw`);
  }
  const consumers = join(work, 'consumers');
  fs.mkdirSync(consumers);
  problems.push(...problemsOfConsumers(tarballs, consumers));
  return all.length;
}

// A tarball's address in the lockfile would tie every install to one registry.
if (/tarball: *['"]?http/.test(fs.readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')))
  problems.push('pnpm-lock.yaml names the host of a registry');

const work = fs.mkdtempSync(join(tmpdir(), 'millrace-pack-'));
let count = 0;
try {
  count = check(work);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.error(`${count} tarballs are as they should be`);
process.exitCode = problems.length === 0 ? 0 : 1;
