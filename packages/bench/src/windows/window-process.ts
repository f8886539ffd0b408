/**
 * Owns: one case in a process of its own: `node window-process.js <case>` prints a `WindowSample` as
 * JSON, on one line. It can be run by hand.
 * Refuses: a run whose windows did not see every record as often as they should.
 */
import {
  boundedOutOfOrderness,
  defineJob,
  forEachSink,
  fromSequence,
  runJob,
  seconds,
  type AggregateFunction,
} from '@millrace/core';
import {
  readingAt,
  timeOf,
  RECORDS,
  type Reading,
  type WindowCase,
  type WindowSample,
} from './window-case.js';
import { WINDOW_CASES, type WindowCaseName } from './window-cases.js';

interface Statistics {
  count: number;
  sum: number;
}

const statistics: AggregateFunction<Reading, Statistics, Statistics> = {
  createAccumulator: () => ({ count: 0, sum: 0 }),
  add: (accumulator, { value }) => {
    accumulator.count += 1;
    accumulator.sum += value;
    return accumulator;
  },
  getResult: ({ count, sum }) => ({ count, sum }),
  merge: (left, right) => ({ count: left.count + right.count, sum: left.sum + right.sum }),
};

const name = process.argv[2] as WindowCaseName;
process.stdout.write(`${JSON.stringify(await sampleOf(WINDOW_CASES[name]))}\n`);

async function sampleOf(windowCase: WindowCase): Promise<WindowSample> {
  const cpuAtStart = process.cpuUsage();
  const startedAt = performance.now();
  const seen = await run(windowCase);
  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuAtStart);
  const expected = RECORDS * windowCase.windowsPerRecord;
  if (seen.records !== expected) {
    throw new Error(
      `${name} windows saw ${String(seen.records)} records, not ${String(expected)}.`,
    );
  }
  return {
    nsPerRecord: (elapsedMs * 1e6) / RECORDS,
    cpuNsPerRecord: ((cpu.user + cpu.system) * 1e3) / RECORDS,
    results: seen.results,
  };
}

/** How many windows there were, and the records of all of them together. */
interface Seen {
  results: number;
  records: number;
}

async function run({ assigner }: WindowCase): Promise<Seen> {
  const seen: Seen = { results: 0, records: 0 };
  const job = defineJob(`${name} windows`, (env) => {
    env
      .fromSource(fromSequence(0, RECORDS - 1), {
        uid: 'numbers',
        watermarks: boundedOutOfOrderness(seconds(1), timeOf),
      })
      .map(readingAt)
      .keyBy(({ key }) => key)
      .window(assigner())
      .aggregate(statistics, { uid: 'statistics' })
      .sinkTo(
        forEachSink(({ value }) => {
          seen.results += 1;
          seen.records += value.count;
        }),
        { uid: 'count' },
      );
  });
  const handle = await runJob(job);
  await handle.done;
  return seen;
}
