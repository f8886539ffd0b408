// Owns: the command that says which lines of the lists in docs/spec the tests prove.
// Refuses: to prove anything itself; tests do, and their titles say what (docs/spec/README.md).
//
// `npm run -s conformance -- --json` prints one line of JSON; without it, a table and what is missing.
// Lists may be named: `npm run -s conformance -- fieldCases`. It fails when a test that cites an id
// fails, when a test file does not load, and when a citation is wrong.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LISTS, judge, readList } from './conformance-verdict.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const words = process.argv.slice(2);
const json = words.includes('--json');
const named = words.filter((word) => !word.startsWith('--'));

/** Before it judges tests, the judge passes its own. */
function proveTheJudge() {
  const file = join(root, '.ci', 'conformance-verdict.test.mjs');
  const { status, stdout } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The tests of the matching fail:\n${stdout}`);
}

function chosenLists() {
  const unknown = named.filter((name) => !LISTS.some((list) => list.name === name));
  const names = LISTS.map(({ name }) => name).join(', ');
  if (unknown.length > 0) throw new Error(`No list is called ${unknown[0]}; there are ${names}.`);
  return named.length === 0 ? LISTS : LISTS.filter(({ name }) => named.includes(name));
}

const listOf = ({ name, file }) => {
  const path = join(root, 'docs', 'spec', file);
  return { name, rows: readList(fs.readFileSync(path, 'utf8')) };
};

/** Test files in which an id may stand; others need not run. */
function citingFiles(folder = join(root, 'packages')) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (['node_modules', 'dist'].includes(entry.name)) return [];
    if (entry.isDirectory()) return citingFiles(path);
    if (!/\.test\.ts$/.test(entry.name) || /\.type\.test\.ts$/.test(entry.name)) return [];
    return /['"`][^'"`\n]*\b(S\d|FC|CL)/.test(fs.readFileSync(path, 'utf8')) ? [path] : [];
  });
}

function jestReport(files) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'millrace-conformance-'));
  const report = join(folder, 'report.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const options = [jest, '--json', `--outputFile=${report}`, '--runTestsByPath', ...files];
  try {
    const { stderr } = spawnSync(process.execPath, options, { cwd: root, encoding: 'utf8' });
    if (!fs.existsSync(report)) throw new Error(`Jest wrote no report:\n${stderr}`);
    return JSON.parse(fs.readFileSync(report, 'utf8'));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const testsOf = (report) =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ title, status, file: relative(root, name) })),
  );

/** A file that does not load proves nothing, and would be silent about it. */
const unloaded = (report) =>
  report.testResults
    .filter(({ assertionResults, status }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name }) => `${relative(root, name)} does not load`);

function wrapped(label, ids, width = 96) {
  const lines = [''];
  for (const id of ids) {
    if (lines.at(-1).length + id.length + 1 > width) lines.push('');
    lines[lines.length - 1] += ` ${id}`;
  }
  return ids.length === 0 ? '' : `  ${label}:\n${lines.map((line) => `   ${line}`).join('\n')}\n`;
}

function told(name, { total, passing, missing, failing, notApplicable }) {
  const counts = [`${passing} of ${total} pass`, `${missing.length} are missing`];
  if (notApplicable.length > 0) counts.push(`${notApplicable.length} do not apply`);
  return (
    `${name.padEnd(14)} ${counts.join(', ')}\n` +
    wrapped('fail', failing) +
    wrapped('missing', missing)
  );
}

try {
  proveTheJudge();
  const lists = LISTS.map(listOf);
  const chosen = chosenLists().map(({ name }) => name);
  const report = jestReport(citingFiles());
  const { verdicts, faults, failures } = judge(lists, testsOf(report));
  const shown = Object.entries(verdicts).filter(([name]) => chosen.includes(name));
  const complaints = [...faults, ...unloaded(report)];
  for (const line of complaints) console.error(line);
  for (const { file, title } of failures) console.error(`${file}: "${title}" fails`);
  if (json) console.log(JSON.stringify(Object.fromEntries(shown)));
  else for (const [name, verdict] of shown) process.stdout.write(told(name, verdict));
  const fails = shown.some(([, { failing }]) => failing.length > 0);
  process.exitCode = fails || complaints.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
