/**
 * Owns: what the command line may say, and what it means.
 * Refuses: what it does not know, with one sentence that points to --help.
 */
import { parseArgs } from 'node:util';
import { MillraceError } from '@millrace/core';
import { messageOf } from '@millrace/core/connector';
import { DEFAULT_TABLE } from './delay-table.js';
import { FORMATS, formatOf, type FlightFile, type Format } from './flight-file.js';
import { outsideSettings, type EnvironmentVariables, type TablePlace } from './table-place.js';

export interface Options {
  readonly file: FlightFile;
  readonly place: TablePlace;
  readonly output: 'text' | 'json';
}

export interface OptionSources {
  /** The file that is read when none is named. */
  readonly flightsFile: string;
  readonly environment: EnvironmentVariables;
}

const OPTIONS = {
  file: { type: 'string' },
  format: { type: 'string' },
  table: { type: 'string' },
  region: { type: 'string' },
  endpoint: { type: 'string' },
  'slow-table': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What the arguments ask for. */
export function parseOptions(
  argv: readonly string[],
  sources: OptionSources,
): Options | { readonly output: 'help' } {
  const given = parsed(argv);
  if (given.help === true) return { output: 'help' };
  const empty = Object.entries(given).find(([, value]) => value === '');
  if (empty !== undefined) throw wrong(`--${empty[0]} needs a value`);
  return {
    file: fileOf(given, sources.flightsFile),
    place: placeOf(given, sources.environment),
    output: given.json === true ? 'json' : 'text',
  };
}

type Given = ReturnType<typeof parsed>;

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values;
  } catch (error) {
    // Node.js goes on with advice about positional arguments, which this command has none of.
    throw wrong(
      messageOf(error)
        .split(/\. |\n/, 1)[0]!
        .replace(/\.$/, ''),
    );
  }
}

function fileOf({ file, format }: Given, flightsFile: string): FlightFile {
  const path = file ?? flightsFile;
  if (format !== undefined && !isFormat(format)) {
    throw wrong(`--format is ${format}; it may be ${FORMATS.join(' or ')}`);
  }
  return { path, format: format ?? formatOf(path) };
}

function isFormat(format: string): format is Format {
  return FORMATS.some((known) => known === format);
}

function placeOf(given: Given, environment: EnvironmentVariables): TablePlace {
  const { table, region, endpoint, 'slow-table': slow } = given;
  const isOutside = table !== undefined || region !== undefined || endpoint !== undefined;
  if (slow !== undefined && isOutside) {
    throw wrong(
      '--slow-table is about the embedded table; leave out --table, --region, --endpoint',
    );
  }
  if (slow !== undefined) return { is: 'slow', unitsPerSecond: unitsOf(slow) };
  if (!isOutside) return { is: 'embedded' };
  if (endpoint !== undefined) checkEndpoint(endpoint);
  const settings = outsideSettings(
    { ...(region && { region }), ...(endpoint && { endpoint }) },
    environment,
  );
  return { is: 'outside', table: table ?? DEFAULT_TABLE, settings };
}

function unitsOf(text: string): number {
  const units = Number(text);
  if (Number.isFinite(units) && units >= 1) return units;
  throw wrong(`--slow-table is ${text}; give write units per second, one or more`);
}

function checkEndpoint(endpoint: string): void {
  const isUrl = URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol);
  if (!isUrl) throw wrong(`--endpoint is ${endpoint}; give a URL like http://localhost:8000`);
}

function wrong(what: string): MillraceError {
  return new MillraceError('USAGE_INVALID', `${what}; npm start -- --help lists the options.`);
}
