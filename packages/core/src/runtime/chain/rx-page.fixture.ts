/**
 * Owns: reading the tables of `docs/book/rxjs.md`, and which operators RxJS exports.
 * Refuses: to believe them; `rx-page.test.ts` tries each row.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as rxjs from 'rxjs';
import * as operators from 'rxjs/operators';

const PAGE = join(__dirname, '../../../../../docs/book/rxjs.md');
const VERDICT = /\b(works|changes nothing|forgets|silent|wall clock|[A-Z]+(?:_[A-Z]+)+)\b/g;
const NAME = /`(\w+)`/g;
const VERB = /`(\w+)\(\)`/g;

/** A row of a table: what is said of the operators that it names. */
export interface PageRow {
  readonly operators: readonly string[];
  readonly verdicts: readonly string[];
  readonly why: string;
  /** Verbs that it says to use instead. */
  readonly verbs: readonly string[];
}

const all = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!);

/** The rows of all tables whose first column is the operator. */
export function rowsOfPage(): readonly PageRow[] {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  return lines
    .filter((line) => /^\| `/.test(line))
    .map((line) => {
      const [, named = '', inside = '', why = '', instead = ''] = line.split(/(?<!\\)\|/);
      return {
        operators: all(NAME, named),
        verdicts: all(VERDICT, inside),
        why: why.trim(),
        verbs: all(VERB, instead),
      };
    });
}

/**
 * What 'rxjs/operators' exports and 'rxjs' as well, for 'rxjs' does not say which of its functions are
 * operators. Their old names that mean a creation function in 'rxjs' (`merge`, `zip`) are others there.
 */
export function exportedOperators(): readonly string[] {
  const known = new Set<unknown>(Object.values(operators));
  return Object.entries(rxjs)
    .filter(([, exported]) => known.has(exported))
    .map(([name]) => name);
}
