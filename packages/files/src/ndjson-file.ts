/**
 * Owns: the source that reads newline-delimited JSON.
 * Refuses: a record of several lines; that is a JSON array's business (`jsonFile`).
 */
import type { Source } from '@millrace/core/connector';
import type { Decode, Decoded } from './decode.js';
import type { FileOptions } from './file-options.js';
import { fileSource } from './file-source.js';
import { NdjsonSplitter } from './ndjson-splitter.js';

/**
 * The records of a file with one JSON value a line; blank lines are skipped. The file is read at the
 * sink's pace and may be larger than memory. A line that is bad, or that `decode` refuses, fails the
 * job with the file, the line and the reason; the records before it are delivered first.
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
  path: string,
  options: FileOptions<D>,
): Source<Decoded<D>> {
  return fileSource(
    { name: 'ndjsonFile', path, createSplitter: (o) => new NdjsonSplitter(o) },
    options,
  );
}
