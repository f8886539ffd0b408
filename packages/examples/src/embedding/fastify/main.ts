/**
 * Owns: what `node fastify/main.js` runs.
 * Refuses: everything but the process.
 */
import process from 'node:process';
import { settingsFrom } from '../settings.js';
import { surroundingsOf } from '../surroundings.js';
import { runService } from './run-service.js';

process.exitCode = await runService(settingsFrom(process.env), surroundingsOf(process));
