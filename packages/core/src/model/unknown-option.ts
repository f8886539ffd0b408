/**
 * Owns: the sentence for an option that nobody knows. An option spelt wrong would be without effect in
 * silence, for those who write JavaScript and where a type is widened.
 * Refuses: to look at values.
 */
import { closest, distance } from 'fastest-levenshtein';
import { MillraceError } from './error.js';

/** The share of a name's letters that may be wrong in what is still taken for a slip. */
const SLIP_SHARE_MAX = 0.4;

/** The names of a type's options: one that is added to the type has to be added here as well. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** One sentence for each option that is not known, with the one that may have been meant. */
export function unknownOptions(owner: string, options: object, known: object): readonly string[] {
  const names = Object.keys(known);
  return Object.keys(options)
    .filter((name) => !names.includes(name))
    .map((name) => `${owner} has no option "${name}"; ${adviceFor(name, names)}`);
}

/** Throws one error for all the options that are not known. */
export function refuseUnknownOptions(owner: string, options: object, known: object): void {
  const sentences = unknownOptions(owner, options, known);
  if (sentences.length > 0) throw new MillraceError('OPTION_UNKNOWN', sentences.join('\n'));
}

function adviceFor(name: string, names: readonly string[]): string {
  const nearest = closest(name, names);
  const isSlip = distance(name, nearest) <= Math.ceil(name.length * SLIP_SHARE_MAX);
  return isSlip ? `did you mean "${nearest}"?` : `its options are ${names.join(', ')}`;
}
