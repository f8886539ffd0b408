/**
 * Owns: the flight job over one file, in a process of its own and so with a heap of its own:
 * `node --max-old-space-size=<MB> large-process.js <path> <format> <sink>` prints a `LargeRun` as
 * JSON, on one line. It can be run by hand.
 * Refuses: to judge; `large-bench.ts` compares.
 */
import { runJob } from '@millrace/core';
import { flightDelays, flightsIn, type Format } from '@millrace/examples/flight-delays';
import { addingDynamoDbSink } from './adding-dynamodb.js';
import { addingSink } from './adding-sink.js';
import type { LargeRun, SinkName } from './large-report.js';
import { watchMemory } from './memory-samples.js';
import { RowAdder } from './row-sums.js';

const SINKS = { adding: addingSink, dynamoDb: addingDynamoDbSink } as const;

const [path, format, sinkName] = process.argv.slice(2) as [string, Format, SinkName];
process.stdout.write(`${JSON.stringify(await run())}\n`);

async function run(): Promise<LargeRun> {
  const adder = new RowAdder();
  const delays = SINKS[sinkName](adder);
  const job = flightDelays({ flights: flightsIn({ path, format }), delays });
  const memorySeen = watchMemory();
  const cpuAtStart = process.cpuUsage();
  const startedAt = performance.now();
  const handle = await runJob(job);
  await handle.done;
  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuAtStart);
  const { memory, samplingMs } = memorySeen();
  const seconds = (elapsedMs - samplingMs) / 1000;
  const records = handle.metrics().sources['flights']?.['numRecordsOut'] ?? 0;
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  return { records, seconds, cpuSeconds, sums: adder.sums(), memory };
}
