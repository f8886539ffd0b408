/**
 * Owns: a Fastify service with a job inside, from its start to its exit code.
 * Refuses: to close the server before the job has drained, for a health check wants an answer then.
 */
import { runJob } from '@millrace/core';
import { fastify } from 'fastify';
import { closeWithGrace } from '../close-with-grace.js';
import { collectorSink } from '../collector-sink.js';
import { endingOf } from '../ending.js';
import { Intake } from '../intake.js';
import { pageViews, type PageCount, type PageView } from '../page-views.js';
import type { Settings } from '../settings.js';
import type { Surroundings } from '../surroundings.js';
import { addPageViewRoutes } from './page-view-routes.js';

/**
 * What lies between a client and a collector that does not answer, at most: each of these and the
 * sink's buffer. Small, since all of it is accepted and has to be written within `drainMsMax`.
 */
const INTAKE_RECORDS_MAX = 100;
const LIMITS = { channelRecords: 100, runRecordsMax: 50 };
const COLLECTOR_LIMITS = { bufferRecordsMax: 100, lingerMsMax: 50 };

/** Serves until a signal comes or the job fails; resolves with the exit code. */
export async function runService(settings: Settings, world: Surroundings): Promise<number> {
  const { signals, print, endNow } = world;
  const intake = new Intake<PageView>({ recordsMax: INTAKE_RECORDS_MAX });
  const starting = runJob(jobOf(settings, intake), { limits: LIMITS });
  const { drainMsMax } = settings;
  const onSignal = (signal: string) => print({ draining: signal });
  const grace = closeWithGrace([starting], { signals, drainMsMax, onSignal, endNow });
  const app = fastify();
  try {
    // However this block is left, the job has ended when it is.
    await using handle = await starting;
    const offer = (view: PageView) => intake.offer(view);
    addPageViewRoutes(app, { offer, health: () => handle.health() });
    print({ listening: await app.listen({ host: '127.0.0.1', port: settings.port }) });
    const { exitCode, report } = await endingOf(handle, () => intake.waiting);
    print(report);
    return exitCode;
  } finally {
    await app.close();
    grace.letGo();
  }
}

function jobOf({ collectorUrl }: Settings, intake: Intake<PageView>) {
  const keyOf = ({ page }: PageCount) => page;
  const counts = collectorSink({ url: collectorUrl, keyOf, limits: COLLECTOR_LIMITS });
  return pageViews({ views: intake.source, counts });
}
