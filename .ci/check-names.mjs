// Owns: how files may be called (STYLE): kebab-case, after the one thing that they hold. A name like
// "utils" holds whatever nobody placed.
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const nameless = /^(utils?|helpers?|common|misc|shared)$/;

function complaint(name) {
  const stem = name.split('.')[0];
  if (nameless.test(stem)) return 'name it after the one thing that it holds';
  return kebabCase.test(name) ? undefined : 'use kebab-case';
}

function complaintsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = join(folder, entry.name);
    const isOurs = entry.isDirectory() || /\.[cm]?[jt]sx?$/.test(entry.name);
    const reason = isOurs ? complaint(entry.name) : undefined;
    const own = reason === undefined ? [] : [`${relative(root, path)}: ${reason}`];
    return entry.isDirectory() ? [...own, ...complaintsIn(path)] : own;
  });
}

const complaints = complaintsIn(join(root, 'packages'));
for (const line of complaints) console.error(line);
process.exitCode = complaints.length === 0 ? 0 : 1;
