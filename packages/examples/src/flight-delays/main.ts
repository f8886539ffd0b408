/**
 * Owns: what `npm start` runs: the one file that knows the process and where packages lie.
 * Refuses: everything else, since no test can import it (it has `import.meta`).
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { commandLine } from './command-line.js';

// The SDK would print on Node.js 20 that its releases of 2027 want a newer one.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

// The package's `exports` hide its data, so the way goes from its entry point to its folder.
const entry = createRequire(import.meta.url).resolve('vega-datasets');

process.exitCode = await commandLine(process.argv.slice(2), {
  flightsFile: join(dirname(entry), '..', 'data', 'flights-20k.json'),
  environment: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
});
