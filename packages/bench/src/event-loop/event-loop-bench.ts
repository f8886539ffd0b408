/**
 * Owns: the delay of the event loop while workload (a) runs endlessly at full load.
 */
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromSequence,
  runJob,
  seconds,
} from '@millrace/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoopDelay, watchEventLoop } from './event-loop-probe.js';
import { watchGc } from './gc-watch.js';

const RUN_MS = 5000;

export interface EventLoopReport {
  readonly eventLoop: LoopDelay;
  readonly gcMaxMs: number;
  /** How many records reached the sink in that time: the load. */
  readonly records: number;
}

export async function eventLoopBench(): Promise<EventLoopReport> {
  const reached = new Float64Array(2);
  const handle = await runJob(endless(reached));
  const eventLoopSeen = watchEventLoop();
  const gcSeen = watchGc();
  await sleep(RUN_MS);
  const eventLoop = eventLoopSeen();
  const records = reached[0]!;
  const gcMaxMs = await gcSeen();
  await handle.cancel();
  return { eventLoop, gcMaxMs, records };
}

export function eventLoopTable({ eventLoop, gcMaxMs, records }: EventLoopReport): string {
  const { p50Ms, p99Ms, maxMs } = eventLoop;
  const figures = { 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'max ms': maxMs, 'longest gc ms': gcMaxMs };
  const lines = Object.entries(figures).map(
    ([name, ms]) => `${name.padEnd(16)}${ms.toFixed(2).padStart(10)}\n`,
  );
  return `${lines.join('')}${(records / 1e6).toFixed(1)} M records in ${String(RUN_MS / 1000)} s.\n`;
}

function endless(reached: Float64Array): ReturnType<typeof defineJob> {
  return defineJob('endless-numbers', (env) => {
    env
      .fromSource(fromSequence(0, Number.MAX_SAFE_INTEGER - 1), {
        uid: 'numbers',
        watermarks: boundedOutOfOrderness(seconds(1), (x) => x),
      })
      .map((x) => x * 2 + 1)
      .filter((x) => x % 3 !== 0)
      .sinkTo(
        forEachSink((x) => {
          reached[0]! += 1;
          reached[1]! += x;
        }),
        { uid: 'sum' },
      );
  });
}
