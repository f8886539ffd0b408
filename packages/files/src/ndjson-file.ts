/**
 * Owns: the source that reads newline-delimited JSON.
 * Refuses: a record of several lines; that is a JSON array's business (`jsonFile`).
 */
import type { Source } from '@millrace/core/connector';
import type { Decode, Decoded } from './decode.js';
import type { FilePaths } from './file-list.js';
import { fileSource } from './file-source.js';
import type { GrowingFileOptions } from './follow.js';
import { NdjsonSplitter } from './ndjson-splitter.js';
import type { SplitterOptions } from './record-splitter.js';

/**
 * The records of files with one JSON value a line; blank lines are skipped. Files are read at the
 * sink's pace and may be larger than memory, and one that grows can be followed. A line that is bad,
 * or that `decode` refuses, fails the job with the file, the line and the reason; the records before
 * it are delivered first. With `onError` at the source it is passed by; what is told of it is the
 * value, or as much of the line as fits in a kilobyte.
 *
 * @example
 * ```ts
 * import { ndjsonFile } from '@millrace/files';
 *
 * const readings = ndjsonFile('readings.ndjson', {
 *   decode(value) {
 *     if (typeof value !== 'number') throw new TypeError('a number expected');
 *     return value;
 *   },
 * }); // Source<number>
 * console.log(readings.name, readings.boundedness); // ndjsonFile(readings.ndjson) bounded
 * ```
 */
export function ndjsonFile<D extends Decode<unknown>>(
  paths: FilePaths,
  options: GrowingFileOptions<D>,
): Source<Decoded<D>> {
  const createSplitter = (o: SplitterOptions) => new NdjsonSplitter(o);
  return fileSource({ kind: 'ndjsonFile', paths, createSplitter }, options);
}
