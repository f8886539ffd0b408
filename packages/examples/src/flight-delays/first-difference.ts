/**
 * Owns: the comparison of the table with what it should hold, and the sentence for the first
 *   difference.
 * Refuses: tolerance: every key and every value has to be equal.
 */
import { rowName, type DelayRow } from './delay-row.js';

const VALUES = ['flights', 'delayed', 'meanDelay', 'worstDelay'] as const;

/** One sentence about the first row that differs, in the order of the names; or undefined. */
export function firstDifference(
  actual: readonly DelayRow[],
  expected: readonly DelayRow[],
): string | undefined {
  const [found, wanted] = [byName(actual), byName(expected)];
  const names = [...new Set([...found.keys(), ...wanted.keys()])].sort();
  for (const name of names) {
    const difference = differenceAt(name, found.get(name), wanted.get(name));
    if (difference !== undefined) return difference;
  }
  return actual.length === found.size ? undefined : 'The table has a key twice.';
}

function byName(rows: readonly DelayRow[]): ReadonlyMap<string, DelayRow> {
  return new Map(rows.map((row) => [rowName(row), row]));
}

function differenceAt(
  name: string,
  found: DelayRow | undefined,
  wanted: DelayRow | undefined,
): string | undefined {
  if (found === undefined)
    return `The table lacks the row ${name}, which the file has flights for.`;
  if (wanted === undefined)
    return `The table has the row ${name}, which the file has no flights for.`;
  const value = VALUES.find((one) => found[one] !== wanted[one]);
  if (value === undefined) return undefined;
  return `${value} of the row ${name} is ${String(found[value])} in the table and ${String(wanted[value])} by the file.`;
}
