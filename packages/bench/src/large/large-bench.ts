/**
 * Owns: the large bench: a file much larger than the heap of the process that runs the job over it.
 * Refuses: to hold the file or its rows, here as little as there; and to leave the file behind.
 */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expectedRowsInTurn, type FlightFile, type Format } from '@millrace/examples/flight-delays';
import { type LargeReport, type LargeRun, reportOf, type SinkName } from './large-report.js';
import { repeatedFlights, repetitionsFor } from './repeated-flights.js';
import { RowAdder, type RowSums } from './row-sums.js';

/**
 * Two thirds of the file. The job lives with 16 MB, of which 11 are the loaded modules; but up to
 * some 48 V8 sees itself near its limit all the time, and collects for longer than the job works.
 */
const OLD_SPACE_MB = 64;
/** A hundred megabytes take some ten seconds; a job that stands still must not keep the bench. */
const RUN_MS_MAX = 600_000;

export interface LargeOptions {
  readonly megabytes: number;
  readonly format: Format;
}

const runProcess = promisify(execFile);
const largeProcess = fileURLToPath(new URL('./large-process.js', import.meta.url));

export async function largeBench(
  options: LargeOptions,
  progress: (line: string) => void,
): Promise<LargeReport> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-large-'));
  try {
    return await measured(join(folder, `flights.${options.format}`), options, progress);
  } finally {
    progress('');
    await rm(folder, { recursive: true });
  }
}

async function measured(
  path: string,
  { megabytes, format }: LargeOptions,
  progress: (line: string) => void,
): Promise<LargeReport> {
  const large: FlightFile = { path, format };
  progress(`writing ${megabytes} MB`);
  await writeLarge(large, megabytes * 1e6);
  progress('adding up by a plain loop');
  const expected = await sumsByLoop(large);
  progress('running the job with a sink that adds');
  const adding = await runOver(large, 'adding');
  progress('running the job with the DynamoDB sink');
  const dynamoDb = await runOver(large, 'dynamoDb');
  const { size: bytes } = await stat(path);
  return reportOf({ bytes, expected, oldSpaceMb: OLD_SPACE_MB }, { adding, dynamoDb });
}

async function writeLarge({ path, format }: FlightFile, bytesMin: number): Promise<void> {
  // The package's `exports` hide its data, so the way goes from its entry point to its folder.
  const entry = createRequire(import.meta.url).resolve('vega-datasets');
  const flights = join(dirname(entry), '..', 'data', 'flights-20k.json');
  const repetitions = repetitionsFor(bytesMin, (await stat(flights)).size);
  const repetition = { flights: { path: flights, format: 'json' }, repetitions, format } as const;
  await pipeline(repeatedFlights(repetition), createWriteStream(path));
}

async function sumsByLoop(large: FlightFile): Promise<RowSums> {
  const adder = new RowAdder();
  for await (const row of expectedRowsInTurn(large)) adder.add(row);
  return adder.sums();
}

async function runOver({ path, format }: FlightFile, sink: SinkName): Promise<LargeRun> {
  const limit = `--max-old-space-size=${OLD_SPACE_MB}`;
  const args = [limit, largeProcess, path, format, sink];
  const { stdout } = await runProcess(process.execPath, args, { timeout: RUN_MS_MAX });
  return JSON.parse(stdout) as LargeRun;
}
