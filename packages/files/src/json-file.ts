/**
 * Owns: the source that reads JSON arrays of records.
 * Refuses: to hold an array: it is split as it comes (docs/decisions/0020).
 */
import type { Source } from '@millrace/core/connector';
import type { Decode, Decoded } from './decode.js';
import type { FilePaths } from './file-list.js';
import type { FileOptions } from './file-options.js';
import { fileSource } from './file-source.js';
import { JsonArraySplitter } from './json-array-splitter.js';
import type { SplitterOptions } from './record-splitter.js';

/**
 * The records of a file that holds one JSON array, or of several such files, one after another. A
 * file is read at the sink's pace and may be larger than memory. A record that is bad, or that
 * `decode` refuses, fails the job with the file, the line in which the record begins, and the reason;
 * the records before it are delivered first. With `onError` at the source, records that `decode`
 * refuses are passed by; a file that is no JSON fails the job all the same.
 *
 * @example
 * ```ts
 * import { jsonFile } from '@millrace/files';
 *
 * const flights = jsonFile('flights-20k.json', {
 *   decode(value) {
 *     if (typeof value !== 'object' || value === null) throw new TypeError('not a flight');
 *     if (!('origin' in value)) throw new TypeError('a flight without origin');
 *     return { origin: String(value.origin) };
 *   },
 * }); // Source<{ origin: string }>
 * console.log(flights.name, flights.boundedness); // jsonFile(flights-20k.json) bounded
 * ```
 */
export function jsonFile<D extends Decode<unknown>>(
  paths: FilePaths,
  options: FileOptions<D>,
): Source<Decoded<D>> {
  const createSplitter = (o: SplitterOptions) => new JsonArraySplitter(o);
  return fileSource({ kind: 'jsonFile', paths, createSplitter }, options);
}
