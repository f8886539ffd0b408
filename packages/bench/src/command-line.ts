/**
 * Owns: what the bench's command line may say.
 * Refuses: to guess; whatever it does not know becomes one sentence.
 */
import { parseArgs } from 'node:util';

export const BENCHES = ['chain', 'event-loop', 'heap'] as const;
export type BenchName = (typeof BENCHES)[number];

export interface BenchCommand {
  readonly bench: BenchName;
  readonly json: boolean;
  /** Of the chain bench: over how many rounds the medians are taken. */
  readonly rounds: number;
}

export type CommandLine =
  | { readonly is: 'command'; readonly command: BenchCommand }
  | { readonly is: 'refused'; readonly sentence: string };

const ROUNDS_DEFAULT = 5;

export function readCommandLine(args: readonly string[]): CommandLine {
  const { tokens, positionals, values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean' }, rounds: { type: 'string' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const [complaint] = tokens.map(complaintAbout).filter((sentence) => sentence !== undefined);
  if (complaint !== undefined) return refused(complaint);
  const [bench, ...rest] = positionals;
  if (!isBench(bench) || rest.length > 0) return refused(benchSentence(bench, rest));
  const rounds = Number(values['rounds'] ?? ROUNDS_DEFAULT);
  return { is: 'command', command: { bench, json: values['json'] === true, rounds } };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function complaintAbout(token: Token): string | undefined {
  if (token.kind !== 'option') return undefined;
  if (token.name === 'json')
    return token.value === undefined ? undefined : '--json takes no value.';
  if (token.name !== 'rounds') return `There is no option ${token.rawName}.`;
  return /^[1-9]\d*$/.test(token.value ?? '') ? undefined : '--rounds needs a whole number from 1.';
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
