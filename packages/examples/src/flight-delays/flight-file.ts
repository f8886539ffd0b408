/**
 * Owns: which file the flights are in, and in which of two formats.
 * Refuses: to guess from the contents; a name that ends in .ndjson or .jsonl is NDJSON.
 */
import type { Source } from '@millrace/core';
import { jsonFile, ndjsonFile } from '@millrace/files';
import { decodeFlight, type Flight } from './flight.js';

export const FORMATS = ['json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

export interface FlightFile {
  readonly path: string;
  readonly format: Format;
}

export function formatOf(path: string): Format {
  return /\.(ndjson|jsonl)$/i.test(path) ? 'ndjson' : 'json';
}

/** The flights of the file, in its order. */
export function flightsIn({ path, format }: FlightFile): Source<Flight> {
  const read = format === 'ndjson' ? ndjsonFile : jsonFile;
  return read(path, { decode: decodeFlight });
}
