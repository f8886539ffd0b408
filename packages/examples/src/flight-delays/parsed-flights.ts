/**
 * Owns: the records of a file one after the other, by a way that shares nothing with the job's: text
 *   is cut at each closing brace, or at each newline, and whatever parses is a record.
 * Refuses: to hold more than a block of the file and one record; and to judge the file, since the job
 *   says better what is wrong with it.
 *
 * Why that is right for JSON: no object is complete before a closing brace, and what is cut off in
 * front of its last one never parses. So a record ends at the first brace at which it parses, also
 * where braces stand in its texts.
 */
import { createReadStream } from 'node:fs';
import type { FlightFile } from './flight-file.js';

export interface ParsedFlight {
  readonly date: string;
  readonly delay: number;
  readonly distance: number;
  readonly origin: string;
  readonly destination: string;
}

/** A flight has one; more only where somebody wrote some into a text. */
const BRACES_MAX = 64;
/** What stands between two records, or in front of the first. */
const BEFORE_RECORD = /^\s*[[,]/;

/** What `JSON.parse` makes of each record, in the order of the file; nothing of it is checked. */
export function parsedFlights({ path, format }: FlightFile): AsyncGenerator<ParsedFlight> {
  return format === 'json' ? recordsOfArray(path) : recordsOfLines(path);
}

async function* recordsOfLines(path: string): AsyncGenerator<ParsedFlight> {
  for await (const line of pieces(path, '\n')) {
    const text = line.trim();
    if (text !== '') yield JSON.parse(text) as ParsedFlight;
  }
}

async function* recordsOfArray(path: string): AsyncGenerator<ParsedFlight> {
  let [text, braces] = ['', 0];
  for await (const piece of pieces(path, '}')) {
    text += `${piece}}`;
    const record = parsed(text.replace(BEFORE_RECORD, ''));
    if (record !== undefined) yield record;
    braces = record === undefined ? braces + 1 : 0;
    if (braces > BRACES_MAX) throw new SyntaxError(`${path} has something that is no record.`);
    if (record !== undefined) text = '';
  }
}

function parsed(text: string): ParsedFlight | undefined {
  try {
    return JSON.parse(text) as ParsedFlight;
  } catch {
    return undefined;
  }
}

/** The text of the file between separators; the last piece is what no separator follows. */
async function* pieces(path: string, separator: string): AsyncGenerator<string> {
  let rest = '';
  for await (const block of createReadStream(path, 'utf8')) {
    const cut = (rest + String(block)).split(separator);
    rest = cut.pop()!;
    yield* cut;
  }
  yield rest;
}
