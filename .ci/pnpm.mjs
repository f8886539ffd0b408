// Owns: how pnpm is called: the pinned version of package.json, through npx, audible, and with what
// it prints on stderr, for stdout belongs to the program that a root script starts.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
export const pnpmVersion = manifest.packageManager;

// `npm start -s` hands its silence down to npx and pnpm, which would then hide their errors too.
function audibleEnv() {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_config_(loglevel|silent|json|workspaces?)$/i.test(name),
  );
  return { ...Object.fromEntries(inherited), npm_config_prefer_offline: 'true' };
}

// Whatever ends badly ends this process too, with the same exit code.
export function exitIfFailed(ended) {
  if (ended.error) throw ended.error;
  if (ended.signal) process.kill(process.pid, ended.signal);
  if (ended.status !== 0) process.exit(ended.status ?? 1);
}

// `quietly` shows what pnpm says only when it fails.
export function runPnpm(args, { cwd, quietly = false }) {
  const isWindows = process.platform === 'win32';
  const ended = spawnSync('npx', ['--yes', '--loglevel=warn', pnpmVersion, ...args], {
    cwd,
    env: audibleEnv(),
    stdio: quietly ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    shell: isWindows, // npx is a .cmd there, which only a shell starts
  });
  if (quietly && ended.status !== 0) process.stderr.write(`${ended.stdout}${ended.stderr}`);
  exitIfFailed(ended);
}
