/**
 * Owns: a million timers that one watermark makes due: whether they fire in order, and how long the
 * event loop waits for its turn meanwhile. `node due-timers-process.js` prints a `DueTimers` as JSON.
 * It can be run by hand.
 */
import {
  boundedOutOfOrderness,
  days,
  defineJob,
  forEachSink,
  fromSequence,
  runJob,
  type Collector,
} from '@millrace/core';
import { watchEventLoop, type LoopDelay } from '../event-loop/event-loop-probe.js';
import type { DueTimers } from './windows-report.js';

const TIMERS = 1_000_000;
/** Coprime to the number of timers, so that keys come in another order than their timers. */
const STRIDE = 7_919;

process.stdout.write(`${JSON.stringify(await dueTimers())}\n`);

async function dueTimers(): Promise<DueTimers> {
  const seen = { fired: 0, inOrder: true, last: -1, startedAt: 0 };
  let loopSeen: (() => LoopDelay) | undefined;
  const job = defineJob('due timers', (env) => {
    env
      .fromSource(fromSequence(0, TIMERS - 1), {
        uid: 'numbers',
        // No watermark but the last: it makes all timers due.
        watermarks: boundedOutOfOrderness(days(365), (index) => index),
      })
      .keyBy((index) => `key-${String(index)}`)
      .process(
        {
          processElement: (index, { timers }) => {
            timers.registerEventTimeTimer((index * STRIDE) % TIMERS);
          },
          onTimer: (time, _context, out: Collector<number>) => {
            out.collect(time);
          },
        },
        { uid: 'timers' },
      )
      .sinkTo(
        forEachSink((time) => {
          if (loopSeen === undefined) {
            loopSeen = watchEventLoop();
            seen.startedAt = performance.now();
          }
          seen.fired += 1;
          seen.inOrder &&= time > seen.last;
          seen.last = time;
        }),
        { uid: 'order' },
      );
  });
  const handle = await runJob(job);
  await handle.done;
  const { fired, inOrder, startedAt } = seen;
  const firingMs = performance.now() - startedAt;
  const eventLoop = loopSeen?.() ?? { p50Ms: 0, p99Ms: 0, maxMs: 0 };
  return { timers: TIMERS, fired, inOrder, firingMs, eventLoop };
}
