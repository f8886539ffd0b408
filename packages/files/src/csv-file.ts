/**
 * Owns: the source that reads CSV, and the options that only CSV has.
 * Refuses: to guess types: every field is a string, and `decode` makes of it what it is.
 */
import type { Source } from '@millrace/core/connector';
import { faultOfColumns, type CsvRow } from './csv-columns.js';
import { CsvSplitter } from './csv-splitter.js';
import type { Decode, Decoded } from './decode.js';
import { fileList, type FilePaths } from './file-list.js';
import { optionInvalid } from './file-options.js';
import { fileSource } from './file-source.js';
import type { GrowingFileOptions } from './follow.js';

/** Options of `csvFile`. */
export interface CsvOptions<D extends Decode<unknown, CsvRow>> extends GrowingFileOptions<D> {
  /** The names of the columns, for files without a header. Default: the first line has them. */
  readonly columns?: readonly string[];
  /** One ASCII character between fields. Default: a comma. */
  readonly delimiter?: string;
}

/**
 * The records of CSV files (RFC 4180): `decode` gets each as an object of strings by column. Each
 * file begins with the names of its columns, unless `columns` has them. A field in quotes may hold
 * delimiters, line breaks and, written twice, quotes. Lines end with a newline, or with a carriage
 * return and a newline; blank ones are skipped. Files are read at the sink's pace and may be larger
 * than memory, and one that grows can be followed.
 *
 * A record with more or fewer fields than columns, or with quotes that do not fit, or one that
 * `decode` refuses, fails the job with the file, the line in which the record begins, and the reason;
 * the records before it are delivered first. With `onError` at the source it is passed by.
 *
 * @example
 * ```ts
 * import { csvFile, type OpenBytes } from '@millrace/files';
 *
 * const open: OpenBytes = async () => {
 *   const parts = [new TextEncoder().encode('origin;delay\nORD;12\n"O""Hare";-3\n')];
 *   return { read: async () => parts.shift(), close: async () => {} };
 * };
 * const flights = csvFile('flights.csv', {
 *   decode: ({ origin, delay }) => ({ origin, delay: Number(delay) }),
 *   delimiter: ';',
 *   open,
 * });
 * console.log(flights.name, flights.boundedness); // csvFile(flights.csv) bounded
 * ```
 */
export function csvFile<D extends Decode<unknown, CsvRow>>(
  paths: FilePaths,
  options: CsvOptions<D>,
): Source<Decoded<D>> {
  const { columns, delimiter = ',' } = options;
  const { name } = fileList(paths);
  mustBeDelimiter(name, delimiter);
  mustBeColumns(name, columns);
  return fileSource(
    {
      kind: 'csvFile',
      paths,
      createSplitter: (splitting) => new CsvSplitter({ ...splitting, columns, delimiter }),
    },
    options,
  );
}

function mustBeDelimiter(name: string, delimiter: string): void {
  if (/^[^\P{ASCII}"\r\n]$/u.test(delimiter)) return;
  const given = { name, option: 'delimiter', value: JSON.stringify(delimiter) };
  throw optionInvalid(given, 'give one ASCII character that is no quote and no line end');
}

function mustBeColumns(name: string, columns: readonly string[] | undefined): void {
  if (columns === undefined) return;
  const fault = columns.length === 0 ? 'there is none' : faultOfColumns(columns);
  if (fault === undefined) return;
  const given = { name, option: 'columns', value: JSON.stringify(columns) };
  throw optionInvalid(given, `${fault}; give each column a name of its own`);
}
