/**
 * Owns: what the bench's command line may say.
 * Refuses: to guess; whatever it does not know becomes one sentence.
 */
import { parseArgs } from 'node:util';
import type { Format } from '@millrace/examples/flight-delays';

export const BENCHES = [
  'async',
  'chain',
  'event-loop',
  'heap',
  'joins',
  'large',
  'windows',
] as const;
export type BenchName = (typeof BENCHES)[number];

const FORMATS: readonly Format[] = ['json', 'ndjson'];

export interface BenchCommand {
  readonly bench: BenchName;
  readonly json: boolean;
  /** Of the async, chain, joins and windows benches: over how many rounds the medians are taken. */
  readonly rounds: number;
  /** Of the large bench: how large its file is at least. */
  readonly megabytes: number;
  /** Of the large bench: what its file is. */
  readonly format: Format;
}

export type CommandLine =
  | { readonly is: 'command'; readonly command: BenchCommand }
  | { readonly is: 'refused'; readonly sentence: string };

const ROUNDS_DEFAULT = 5;
const MEGABYTES_DEFAULT = 100;

const OPTIONS = {
  json: { type: 'boolean' },
  rounds: { type: 'string', default: String(ROUNDS_DEFAULT) },
  megabytes: { type: 'string', default: String(MEGABYTES_DEFAULT) },
  format: { type: 'string', default: 'json' },
} as const;

export function readCommandLine(args: readonly string[]): CommandLine {
  const { tokens, positionals, values } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const [complaint] = tokens.map(complaintAbout).filter((sentence) => sentence !== undefined);
  if (complaint !== undefined) return refused(complaint);
  const [bench, ...rest] = positionals;
  if (!isBench(bench) || rest.length > 0) return refused(benchSentence(bench, rest));
  return { is: 'command', command: { bench, ...chosen(values) } };
}

type Parsed = ReturnType<typeof parseArgs>;
type Token = NonNullable<Parsed['tokens']>[number];

/** What the options say; `complaintAbout` has found nothing wrong with them. */
function chosen({ json, rounds, megabytes, format }: Parsed['values']) {
  return {
    json: json === true,
    rounds: Number(rounds),
    megabytes: Number(megabytes),
    format: format as Format,
  };
}

function complaintAbout(token: Token): string | undefined {
  if (token.kind !== 'option') return undefined;
  switch (token.name) {
    case 'json':
      return token.value === undefined ? undefined : '--json takes no value.';
    case 'format':
      return isFormat(token.value) ? undefined : `--format is one of ${FORMATS.join(', ')}.`;
    case 'rounds':
    case 'megabytes':
      return isCount(token.value) ? undefined : `--${token.name} needs a whole number from 1.`;
    default:
      return `There is no option ${token.rawName}.`;
  }
}

function isCount(value: string | undefined): boolean {
  return /^[1-9]\d*$/.test(value ?? '');
}

function isFormat(value: string | undefined): value is Format {
  return FORMATS.some((format) => format === value);
}

function isBench(name: string | undefined): name is BenchName {
  return BENCHES.some((bench) => bench === name);
}

function benchSentence(bench: string | undefined, rest: readonly string[]): string {
  if (isBench(bench)) return `One bench at a time: what is ${rest.join(' ')}?`;
  const choice = `choose one of ${BENCHES.join(', ')}.`;
  return bench === undefined ? `Name a bench: ${choice}` : `There is no bench ${bench}: ${choice}`;
}

function refused(sentence: string): CommandLine {
  return { is: 'refused', sentence };
}
