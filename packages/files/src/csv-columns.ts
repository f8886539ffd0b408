/**
 * Owns: the names of a CSV file's columns, and how they make a row of a record's fields.
 * Refuses: a name that is empty or stands twice: a value would be lost in silence.
 */

/** One record of a CSV file: its fields by the names of their columns. */
export type CsvRow = Record<string, string>;

/** What is wrong with the names, or undefined. */
export function faultOfColumns(names: readonly string[]): string | undefined {
  const empty = names.indexOf('');
  if (empty !== -1) return `column ${empty + 1} has no name`;
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined ? undefined : `the column "${twice}" stands there twice`;
}

/** Makes rows. Decided once per file: an assignment to `__proto__` would be lost. */
export function rowMaker(names: readonly string[]): (fields: readonly string[]) => CsvRow {
  if (names.includes('__proto__'))
    return (fields) => Object.fromEntries(names.map((name, i) => [name, fields[i]!]));
  return (fields) => {
    const row: CsvRow = {};
    for (let i = 0; i < names.length; i += 1) row[names[i]!] = fields[i]!;
    return row;
  };
}
