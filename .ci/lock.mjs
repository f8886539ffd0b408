// Owns: that one process at a time installs or builds in this checkout. Two root scripts at once
// (a test that runs `npm start`, an editor task beside a terminal) would else write into one dist.
import * as fs from 'node:fs';

const pollMs = 100;

function holderLives(path) {
  let pid;
  try {
    pid = Number(fs.readFileSync(path, 'utf8'));
  } catch {
    return false; // gone between our two looks
  }
  if (pid === 0) return true; // made, and not yet signed
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // alive, and another user's
  }
}

function take(path) {
  try {
    fs.writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

export function withLock(path, work) {
  let hasSaidSo = false;
  while (!take(path)) {
    if (!holderLives(path)) {
      fs.rmSync(path, { force: true });
      continue;
    }
    if (!hasSaidSo) process.stderr.write('waiting for another install or build\n');
    hasSaidSo = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
  }
  // A failed step leaves through process.exit, which skips `finally`.
  const release = () => fs.rmSync(path, { force: true });
  process.once('exit', release);
  work();
  release();
}
