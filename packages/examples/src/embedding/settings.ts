/**
 * Owns: what the embedding examples take from their environment, with its defaults.
 * Refuses: a number that is none, before anything opens.
 */
import { MillraceError, seconds, type Milliseconds } from '@millrace/core';

export interface Settings {
  /** Where counts are posted. */
  readonly collectorUrl: string;
  /** Zero takes a free port. */
  readonly port: number;
  /** Less than the 30 s that orchestrators give before they kill; the rest is for letting go. */
  readonly drainMsMax: Milliseconds;
}

const DRAIN_MS_MAX = seconds(25);

export function settingsFrom(environment: NodeJS.ProcessEnv): Settings {
  const { COLLECTOR_URL: collectorUrl = '', PORT, DRAIN_MS_MAX: drainMsMax } = environment;
  if (!URL.canParse(collectorUrl)) throw invalid(`COLLECTOR_URL is "${collectorUrl}"`, 'a URL');
  return {
    collectorUrl,
    port: wholeNumber('PORT', PORT ?? '8080'),
    drainMsMax: wholeNumber('DRAIN_MS_MAX', drainMsMax ?? String(DRAIN_MS_MAX)),
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw invalid(`${name} is "${text}"`, 'a whole number, zero or more');
  return Number(text);
}

function invalid(found: string, wanted: string): MillraceError {
  return new MillraceError('SETTINGS_INVALID', `${found}; set it to ${wanted}.`);
}
