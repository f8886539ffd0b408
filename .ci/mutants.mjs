// Owns: the proof that each named rule has a test that notices its breach. It applies one small break
// per rule to a copy of the sources and expects a test of that rule to fail.
// Refuses: to touch the checkout, and to count a break whose rule has no test that passes unbroken.
//
// `npm run -s mutants -- --json` prints {"rules":..,"caught":..,"missed":[..]}; rules may be named:
// `npm run mutants -- C1 D3`. A break is missed, too, when its text is no longer found.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breaks } from './breaks.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const copy = fs.mkdtempSync(join(tmpdir(), 'millrace-mutants-'));
const report = join(copy, 'report.json');
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const json = process.argv.includes('--json');

function copySources() {
  for (const name of [
    'jest.config.js',
    'package.json',
    'tsconfig.base.json',
    'README.md',
    'docs',
    '.ci/seeded-fast-check.cjs',
  ]) {
    fs.cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  fs.cpSync(join(root, 'packages'), join(copy, 'packages'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/[\\/]dist$/.test(path),
  });
  fs.symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

/** Runs the tests of a rule in the folder of the file that its break changes. */
function runTests({ rule, tests }) {
  fs.rmSync(report, { force: true });
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const pattern = `(^|[^A-Z0-9])${rule}[:, ]`;
  const words = ['--json', `--outputFile=${report}`, '--testNamePattern', pattern, ...tests];
  const ended = spawnSync(process.execPath, [jest, ...words], { cwd: copy, encoding: 'utf8' });
  if (!fs.existsSync(report)) return { passed: 0, failed: 0, unloaded: 0, output: ended.stderr };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    fs.readFileSync(report, 'utf8'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    unloaded: numRuntimeErrorTestSuites,
    output: testResults.map(({ message }) => message).join('\n'),
  };
}

/** Why a break was not caught; undefined when it was. */
function missedBecause(mutant) {
  const path = join(copy, mutant.file);
  const text = fs.readFileSync(path, 'utf8');
  if (text.split(mutant.from).length !== 2) return `its text stands not once in ${mutant.file}`;
  const whole = runTests(mutant);
  if (whole.passed === 0 || whole.failed > 0 || whole.unloaded > 0) {
    // What failed has to be told here: a property may not find its counterexample a second time.
    return `unbroken, ${whole.passed} of its tests pass and ${whole.failed} fail\n${whole.output}`;
  }
  fs.writeFileSync(
    path,
    text.replace(mutant.from, () => mutant.to),
  );
  const broken = runTests(mutant);
  fs.writeFileSync(path, text);
  // A suite that does not load tells nothing about the rule.
  if (broken.unloaded > 0) return 'the break does not compile';
  return broken.failed > 0 ? undefined : `${broken.passed} tests stay green`;
}

const chosen = breaks.filter(({ rule }) => named.length === 0 || named.includes(rule));
const missed = [];
try {
  copySources();
  for (const mutant of chosen) {
    const why = missedBecause(mutant);
    if (why !== undefined) missed.push(mutant.rule);
    process.stderr.write(
      `${mutant.rule.padEnd(4)} ${why === undefined ? 'caught' : `MISSED: ${why}`}\n`,
    );
  }
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}
const caught = chosen.length - missed.length;
if (json) console.log(JSON.stringify({ rules: chosen.length, caught, missed }));
else console.log(`${caught} of ${chosen.length} breaks were caught`);
process.exitCode = chosen.length > 0 && missed.length === 0 ? 0 : 1;
