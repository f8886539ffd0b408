/**
 * Owns: jobs that start and stop many times, and the listeners of the process meanwhile (FC-G03).
 */
import { defineJob, forEachSink, runJob, type JobDefinition } from '@millrace/core';
import { endlessSource } from '@millrace/testing';
import { closeWithGrace } from '../embedding/close-with-grace.js';
import { tell } from './row-table.fixture.js';

const JOBS = 20;
const TIMES = 100;
const EVENTS = ['SIGTERM', 'SIGINT', 'exit', 'uncaughtException', 'unhandledRejection'];

const warnings: string[] = [];
process.on('warning', ({ name }) => warnings.push(name));

const counts = (): readonly number[] => EVENTS.map((event) => process.listenerCount(event));

const job = (): JobDefinition =>
  defineJob('listens', (env) => {
    env.fromSource(endlessSource((n) => n)).sinkTo(forEachSink(() => undefined));
  });

/** Starts all, looks, stops all. */
async function once(asked: boolean): Promise<readonly number[]> {
  const starting = Array.from({ length: JOBS }, () => runJob(job()));
  const ignored = { drainMsMax: 1, onSignal: () => undefined, endNow: () => undefined };
  const grace = asked ? closeWithGrace(starting, { ...ignored, signals: process }) : undefined;
  const handles = await Promise.all(starting);
  const during = counts();
  await Promise.all(handles.map((handle) => handle.stop()));
  grace?.letGo();
  return during;
}

async function main(): Promise<void> {
  const before = counts();
  const during = new Set<string>();
  for (let time = 0; time < TIMES; time++) during.add(String(await once(false)));
  const asked = await once(true);
  tell({ before, during: [...during], asked, after: counts(), warnings });
}

void main();
