/**
 * Owns: what `node nestjs/main.js` runs: a NestJS application in CommonJS, without a server.
 * Refuses: everything but the process and the choice of places.
 */
import 'reflect-metadata';
import process from 'node:process';
import { NestFactory } from '@nestjs/core';
import { closeWithGrace } from '../close-with-grace.js';
import { collectorSink } from '../collector-sink.js';
import { pageViews, type PageCount } from '../page-views.js';
import { settingsFrom } from '../settings.js';
import { surroundingsOf } from '../surroundings.js';
import { endlessViews } from '../worker/endless-views.js';
import { JobModule } from './job-module.js';
import { RunningJob } from './running-job.js';

async function main(): Promise<void> {
  const { collectorUrl, drainMsMax } = settingsFrom(process.env);
  const { print, ...world } = surroundingsOf(process);
  // NestJS drains the job, and would ignore a second signal: that one is ours, and one that comes
  // before NestJS listens.
  const onSignal = (signal: string) => print({ draining: signal });
  const grace = closeWithGrace([], { ...world, drainMsMax, onSignal });
  const keyOf = ({ page, views }: PageCount) => `${page} ${String(views)}`;
  const counts = collectorSink({ url: collectorUrl, keyOf });
  const job = pageViews({ views: endlessViews(), counts });
  const module = JobModule.forRoot({ job, drainMsMax, print });
  const app = await NestFactory.createApplicationContext(module, { logger: ['error'] });
  // Without `useProcessExit` NestJS raises the signal again, and a clean end looks like a kill.
  app.enableShutdownHooks(['SIGINT', 'SIGTERM'], { useProcessExit: true });
  if (grace.signal() === undefined) await app.get(RunningJob).ended();
  await app.close();
  grace.letGo();
}

void main();
