// Owns: the last line of .ci/run, from what Jest wrote with --json --outputFile.
import { readFileSync } from 'node:fs';

function counts(path) {
  try {
    const told = JSON.parse(readFileSync(path, 'utf8'));
    // A suite that does not load holds tests that nobody counted: each is one failure.
    const suites = told.numRuntimeErrorTestSuites;
    return { passed: told.numPassedTests, failed: told.numFailedTests + suites };
  } catch {
    return { passed: 0, failed: 0 }; // Jest never came to write
  }
}

const { passed, failed } = counts(process.argv[2]);
console.log(`tests: ${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
