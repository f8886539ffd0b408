/**
 * Owns: a job with a million keys, in a process of its own: `node state-memory-process.js` prints a
 * `StateMemory` as JSON, on one line. It can be run by hand.
 * Refuses: to leave anything out: columns lie in buffers, which `heapUsed` does not count.
 *
 * The value is a small whole number, which takes no room beside its place, so there is nothing to
 * subtract. Each key has a timer of its own time.
 */
import { defineJob, forEachSink, fromSequence, runJob, valueState } from '@millrace/core';
import { collectGarbage } from '../collect-garbage.js';
import type { StateMemory } from './windows-report.js';

const KEYS = 1_000_000;

process.stdout.write(`${JSON.stringify(await measured())}\n`);

async function measured(): Promise<StateMemory> {
  let [before, after] = [0, 0];
  const job = defineJob('state memory', (env) => {
    env
      .fromSource(fromSequence(0, KEYS - 1), { uid: 'numbers' })
      .keyBy((n) => `user-${String(n).padStart(7, '0')}`)
      .process(
        {
          state: { last: valueState<number>() },
          processElement: (n, { state, timers }) => {
            if (n === 0) before = bytesInUse();
            state.last.update(n);
            timers.registerEventTimeTimer(n);
            if (n === KEYS - 1) after = bytesInUse();
          },
        },
        { uid: 'last' },
      )
      .sinkTo(
        forEachSink(() => undefined),
        { uid: 'nothing' },
      );
  });
  await (
    await runJob(job)
  ).done;
  return { keys: KEYS, bytesPerKey: (after - before) / KEYS };
}

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
