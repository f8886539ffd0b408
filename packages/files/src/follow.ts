/**
 * Owns: whether a source follows a growing file, as the user says it.
 * Refuses: a file that is packed, since its end is not known before it is complete.
 */
import type { Decode } from './decode.js';
import { mustBeCount, optionInvalid, type FileOptions } from './file-options.js';

/** How a growing file is followed. */
export interface Follow {
  /** How long to wait at the end of the file before looking again. Default: a second. */
  readonly pollMs?: number;
}

/** Options of the formats that have one record after another: `ndjsonFile` and `csvFile`. */
export interface GrowingFileOptions<D extends Decode<unknown, never>> extends FileOptions<D> {
  /**
   * Follows the file as it grows, or as the job waits for it to appear: the source is unbounded, and
   * ends when the job is stopped. A last line waits for its newline. A file that was replaced at its
   * path, or cut to less than was read, is finished, and the new one read from its beginning. Of
   * several files each is left for the next that is listed, and the last is followed.
   */
  readonly follow?: true | Follow;
}

const POLL_MS = 1000;

/** The time between two looks, or undefined where nothing is followed. */
export function followPollMs(
  name: string,
  { follow, compression }: GrowingFileOptions<Decode<unknown, never>>,
): number | undefined {
  if (follow === undefined) return undefined;
  if (compression === 'gzip') {
    const given = { name, option: 'compression', value: compression };
    throw optionInvalid(
      given,
      'which cannot be followed; leave out follow, or follow an unpacked file',
    );
  }
  const { pollMs = POLL_MS } = follow === true ? {} : follow;
  mustBeCount({ name, option: 'pollMs', value: pollMs }, 'milliseconds');
  return pollMs;
}
