/**
 * Owns: the description that every file format shares: a source that makes a new reader, with new
 *   splitters, for each execution of a job.
 * Refuses: to open anything.
 */
import type { Source } from '@millrace/core/connector';
import { recordDecoder, type Decode, type Decoded } from './decode.js';
import { unpackedFrom } from './decompression.js';
import { EncodedSplitter } from './encoded-splitter.js';
import { fileList, type FilePaths } from './file-list.js';
import { fileSettings, type FileOptions } from './file-options.js';
import { FileReader } from './file-reader.js';
import { FileSequence } from './file-sequence.js';
import { followPollMs, type GrowingFileOptions } from './follow.js';
import { FollowedFiles } from './followed-files.js';
import type { RecordSplitter, SplitterOptions } from './record-splitter.js';

/** One format, and the files that have it. */
export interface FileFormat {
  /** As the user calls it: `jsonFile`. */
  readonly kind: string;
  readonly paths: FilePaths;
  readonly createSplitter: (options: SplitterOptions) => RecordSplitter;
}

/** A source of the records of some files. */
export function fileSource<D extends Decode<unknown, never>>(
  { kind, paths, createSplitter }: FileFormat,
  options: GrowingFileOptions<D> | FileOptions<D>,
): Source<Decoded<D>> {
  const files = fileList(paths);
  const { encoding, recordBytesMax, ...settings } = fileSettings(files.name, options);
  const pollMs = followPollMs(files.name, options);
  const open = unpackedFrom(settings.open, pollMs === undefined ? settings.compression : 'none');
  // D is a decode of Decoded<D> by definition; the compiler cannot see that through the conditional.
  const decode = recordDecoder(options.decode as Decode<Decoded<D>>);
  const splitterOf = (path: string): RecordSplitter => {
    const splitter = createSplitter({ path, recordBytesMax });
    return new EncodedSplitter({ path, encoding, splitter });
  };
  return {
    name: `${kind}(${files.name})`,
    boundedness: pollMs === undefined ? 'bounded' : 'unbounded',
    createReader(context) {
      const feed =
        pollMs === undefined ? new FileSequence(files, open) : new FollowedFiles(files, open);
      const { readAheadBytesMax } = settings;
      return new FileReader({ feed, splitterOf, decode, readAheadBytesMax, pollMs }, context);
    },
  };
}
