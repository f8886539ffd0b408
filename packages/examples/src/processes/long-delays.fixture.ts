/**
 * Owns: delays that Node.js would cut to a millisecond: of a source, of sinks, of a drain (FC-F12).
 */
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { days, defineJob, fromArray, runJob } from '@millrace/core';
import { gap, records, scriptedSource, slowSink } from '@millrace/testing';
import { rowTable, tell } from './row-table.fixture.js';

const LONG = [2 ** 31, days(30), Infinity];

/** Turns of the event loop within which a job has done what a timer has made it do. */
const TURNS = 50;

const fired: string[] = [];
const warnings: string[] = [];
process.on('warning', ({ name }) => warnings.push(name));

/** A source that waits for so long, and a linger of as much; a limit of a sink is never Infinity. */
async function readWithGap(delayMs: number): Promise<() => void> {
  const source = scriptedSource([records(1), gap(delayMs), records(2)]);
  const lingerMsMax = Math.min(delayMs, days(365));
  const write = (): void => void fired.push('linger');
  const table = rowTable<number>({ limits: { lingerMsMax, requestMsMax: lingerMsMax }, write });
  const handle = await runJob(
    defineJob('waits', (env) => env.fromSource(source, { uid: 'in' }).sinkTo(table)),
  );
  const read = (): number | undefined => handle.metrics().sources['in']?.['numRecordsOut'];
  while (read() !== 1) await immediate();
  return () => {
    if (read() !== 1) fired.push('gap');
  };
}

/** A sink that writes after so long, and a drain that may take as long. */
async function drainWithin(delayMs: number): Promise<() => void> {
  const slow = slowSink<number>({ bufferRecordsMax: 9, recordsPerTick: 1, tickMs: delayMs });
  const handle = await runJob(
    defineJob('drains', (env) => env.fromSource(fromArray([1])).sinkTo(slow, { uid: 'slow' })),
  );
  while (handle.metrics().sinks['slow']?.['held'] !== 1) await immediate();
  void handle.stop({ drain: true, within: delayMs });
  return () => {
    if (slow.written.length > 0) fired.push('tick');
    if (handle.status !== 'running' && handle.status !== 'stopping') fired.push('deadline');
  };
}

async function main(): Promise<void> {
  const looks = await Promise.all([...LONG.map(readWithGap), ...LONG.map(drainWithin)]);
  // What is cut fires after one millisecond: before this timer, which is armed after it.
  await wait(1);
  for (let turn = 0; turn < TURNS; turn++) await immediate();
  for (const look of looks) look();
  tell({ fired, warnings });
  process.exit();
}

void main();
