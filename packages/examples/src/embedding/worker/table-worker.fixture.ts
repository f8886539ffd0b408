/**
 * Owns: a worker that writes to a table, for tests of how a process ends: its sink is real, its source
 *   says what it is asked, and its last line tells what is still open.
 * Refuses: `process.exit`, which would hide what is open.
 */
import process from 'node:process';
import { setImmediate as immediate } from 'node:timers/promises';
import { defineJob, runJob, type JobHandle, type Source } from '@millrace/core';
import { dynamoDbSink, put } from '@millrace/dynamodb';
import { pageViews, type PageCount, type PageView } from '../page-views.js';
import { surroundingsOf } from '../surroundings.js';
import { endlessViews } from './endless-views.js';
import { runWorker } from './run-worker.js';

const { TABLE_ENDPOINT: endpoint = '', ENDS: ends = '' } = process.env;
const world = surroundingsOf(process);

function toldViews(): Source<PageView> {
  const views = endlessViews();
  return {
    ...views,
    createReader: (context) => {
      const reader = views.createReader(context);
      return {
        open: () => world.print({ source: 'opened' }),
        poll: (run, recordsMax) => (world.print({ source: 'read' }), reader.poll(run, recordsMax)),
        close: () => world.print({ source: 'closed' }),
      };
    },
  };
}

const counts = dynamoDbSink<PageCount>({
  table: 'counts',
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  write: (count) => put({ ...count }),
  limits: { openMsMax: ends === 'failure' ? 200 : 60_000, lingerMsMax: 0 },
});

async function stopWhenRunning(handle: JobHandle, times: number): Promise<void> {
  while ((handle.metrics().sinks['counts']?.['written'] ?? 0) === 0) {
    await immediate();
    if (handle.status !== 'created' && handle.status !== 'running') break;
  }
  await Promise.allSettled(Array.from({ length: times }, () => handle.stop({ drain: true })));
}

const LIVES: Readonly<Record<string, () => Promise<unknown>>> = {
  signal: async () => {
    const job = defineJob('told', (env) => {
      env
        .fromSource(toldViews(), { uid: 'views' })
        .map(({ page }) => ({ page, views: 1 }))
        .sinkTo(counts, { uid: 'counts' });
    });
    process.exitCode = await runWorker(job, { drainMsMax: 100 }, world);
  },
  stop: async () => {
    const handle = await runJob(pageViews({ views: endlessViews(), counts }));
    await stopWhenRunning(handle, 1);
  },
  'stop twice': async () => {
    const handle = await runJob(pageViews({ views: endlessViews(), counts }));
    await stopWhenRunning(handle, 2);
    await handle.stop({ drain: true, within: 60_000 });
  },
  failure: async () => {
    const handle = await runJob(pageViews({ views: endlessViews(), counts }));
    await handle.done.catch((error: unknown) => world.print({ failure: String(error) }));
  },
};

await LIVES[ends]?.();
// What was destroyed is closed in the loop's next turns.
for (let turn = 0; turn < 3; turn++) await immediate();
world.print({ open: process.getActiveResourcesInfo().filter((kind) => !/^Pipe|TTY/.test(kind)) });
