/**
 * Owns: the description that every file format shares: a bounded source that makes a new reader, with
 *   a new splitter, for each execution of a job.
 * Refuses: to open anything.
 */
import type { Source } from '@millrace/core/connector';
import { recordDecoder, type Decode, type Decoded } from './decode.js';
import { fileSettings, type FileOptions } from './file-options.js';
import { FileReader } from './file-reader.js';
import type { RecordSplitter, SplitterOptions } from './record-splitter.js';

/** One format of one file. */
export interface FileFormat {
  /** As the user calls it: `jsonFile`. */
  readonly name: string;
  readonly path: string;
  readonly createSplitter: (options: SplitterOptions) => RecordSplitter;
}

/** A source of the records of one file. */
export function fileSource<D extends Decode<unknown>>(
  { name, path, createSplitter }: FileFormat,
  options: FileOptions<D>,
): Source<Decoded<D>> {
  const { recordBytesMax, readAheadBytesMax, open } = fileSettings(path, options);
  // D is a decode of Decoded<D> by definition; the compiler cannot see that through the conditional.
  const decode = recordDecoder(path, options.decode as Decode<Decoded<D>>);
  return {
    name: `${name}(${path})`,
    boundedness: 'bounded',
    createReader(context) {
      const splitter = createSplitter({ path, recordBytesMax });
      return new FileReader({ path, open, splitter, decode, readAheadBytesMax }, context);
    },
  };
}
