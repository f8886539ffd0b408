/**
 * Owns: the example from its options to its exit code: table, job, reading back, verdict.
 * Refuses: to know `process`; what it needs of the world comes as `Surroundings`.
 */
import { basename } from 'node:path';
import type { SignalSource } from '../embedding/close-with-grace.js';
import { SIGNALS } from '../embedding/close-with-grace.js';
import { EXIT_CODES } from './complaint.js';
import { openDelayTable, type DelayTable } from './delay-table.js';
import { barDisplay, lineDisplay, type Screen } from './display.js';
import { earlyEnd } from './early-end.js';
import { expectedRows, type Expectation } from './expected-rows.js';
import { firstDifference } from './first-difference.js';
import { flightDelays } from './flight-delays-job.js';
import { flightsIn } from './flight-file.js';
import { jsonSummary } from './json-summary.js';
import { paceNarrator, silent, throttlingNarrator } from './narrator.js';
import type { Options } from './options.js';
import { report } from './report.js';
import { runWatched, type JobOutcome, type Watch } from './watched-job.js';
import { counted, whole } from './wording.js';

export interface Surroundings {
  /** For the result. */
  readonly stdout: NodeJS.WritableStream;
  /** For progress and complaints. */
  readonly stderr: Screen;
  readonly signals: SignalSource;
}

/** Runs the job once and verifies its table; resolves with the exit code. */
export async function runExample(options: Options, world: Surroundings): Promise<number> {
  // A file that cannot be read makes this fail too; the job says so better, with the line.
  const [expected] = await Promise.allSettled([expectedRows(options.file)]);
  const expectation = expected.status === 'fulfilled' ? expected.value : undefined;
  await using table = await openDelayTable(options.place);
  if (expectation !== undefined) print(options, world, heading(options, table, expectation));
  const job = flightDelays({ flights: flightsIn(options.file), delays: table.sink });
  const watch = watchFor(options, world, expectation);
  const outcome = await runWatched(job, { limits: table.jobLimits }, watch);
  if (outcome.signal !== undefined) return endedEarly(outcome, world);
  if (expected.status === 'rejected') throw expected.reason;
  return await verify(expected.value, { options, world, table, outcome });
}

interface Finished {
  readonly options: Options;
  readonly world: Surroundings;
  readonly table: DelayTable;
  readonly outcome: JobOutcome;
}

async function verify(expected: Expectation, finished: Finished): Promise<number> {
  const { options, world, table, outcome } = finished;
  const rows = await table.rows();
  const difference = firstDifference(rows, expected.rows);
  print(options, world, report(outcome, rows));
  if (difference !== undefined) world.stderr.write(`${difference}\n`);
  else print(options, world, `Verified: ${agreement(rows.length)}`);
  if (options.output === 'json') {
    const counts = { rows: rows.length, expectedRows: expected.rows.length };
    world.stdout.write(`${jsonSummary(outcome, counts)}\n`);
  }
  return difference === undefined ? EXIT_CODES.verified : EXIT_CODES.atFault;
}

function agreement(rows: number): string {
  return `every key and value of ${counted(rows, 'row')} equals a plain loop over the file.`;
}

function endedEarly(outcome: JobOutcome, { stderr }: Surroundings): number {
  stderr.write(`${earlyEnd(outcome)}\n`);
  return EXIT_CODES.signal + (outcome.signal === undefined ? 0 : SIGNALS[outcome.signal]);
}

function print({ output }: Options, { stdout }: Surroundings, text: string): void {
  if (output === 'text') stdout.write(`${text}\n`);
}

function heading({ file, place }: Options, { name }: DelayTable, expectation: Expectation): string {
  const flights = counted(expectation.flights, 'flight');
  const what = `${flights} of ${basename(file.path)}, up to 30 minutes out of order,\ninto ${name}.`;
  if (place.is !== 'slow') return `${what}\n`;
  const rows = expectation.rows.length;
  const { unitsPerSecond } = place;
  const pace = `The table takes ${counted(unitsPerSecond, 'write unit')} a second`;
  const seconds = counted(Math.ceil(rows / unitsPerSecond), 'second');
  return `${what}\n${pace}: ${whole(rows)} rows of one unit will take ${seconds}.\n`;
}

function watchFor(
  { place }: Options,
  { stderr, signals }: Surroundings,
  expectation: Expectation | undefined,
): Watch {
  const rows = expectation?.rows.length;
  const isBar = stderr.isTTY === true && rows !== undefined;
  const quiet = isBar ? silent : paceNarrator(rows);
  return {
    display: isBar ? barDisplay(stderr, rows) : lineDisplay(stderr),
    narrator: place.is === 'slow' ? throttlingNarrator() : quiet,
    signals,
  };
}
