/**
 * Owns: what `node worker/main.js` runs.
 * Refuses: everything but the process and the choice of places.
 */
import process from 'node:process';
import { collectorSink } from '../collector-sink.js';
import { pageViews, type PageCount } from '../page-views.js';
import { settingsFrom } from '../settings.js';
import { surroundingsOf } from '../surroundings.js';
import { endlessViews } from './endless-views.js';
import { runWorker } from './run-worker.js';

const settings = settingsFrom(process.env);
const keyOf = ({ page, views }: PageCount) => `${page} ${String(views)}`;
const counts = collectorSink({ url: settings.collectorUrl, keyOf });
const job = pageViews({ views: endlessViews(), counts });
process.exitCode = await runWorker(job, settings, surroundingsOf(process));
