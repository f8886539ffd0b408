/**
 * Owns: what a user may set on a file source, and the defaults.
 * Refuses: a limit that is no positive whole number.
 */
import { MillraceError } from '@millrace/core/connector';
import type { OpenBytes } from './byte-stream.js';
import type { Decode } from './decode.js';
import { openNodeFile } from './node-file.js';

/** Options of `jsonFile` and `ndjsonFile`. */
export interface FileOptions<D extends Decode<unknown>> {
  /** Makes a record of each parsed value: a function that throws, or a Standard Schema. */
  readonly decode: D;
  /** Bytes that one record may have; a longer one fails the job. Default 16 MiB. */
  readonly recordBytesMax?: number;
  /**
   * Bytes that may wait to be parsed; half of it is read at once. Default 128 KiB. Only a record that
   * is longer makes more wait.
   */
  readonly readAheadBytesMax?: number;
  /** Where the bytes come from. Default: the local disk. */
  readonly open?: OpenBytes;
}

export interface FileSettings {
  readonly recordBytesMax: number;
  readonly readAheadBytesMax: number;
  readonly open: OpenBytes;
}

const RECORD_BYTES_MAX = 16 * 1024 * 1024;
const READ_AHEAD_BYTES_MAX = 128 * 1024;

/** The options with their defaults. */
export function fileSettings(path: string, options: FileOptions<Decode<unknown>>): FileSettings {
  return {
    recordBytesMax: limit(path, 'recordBytesMax', options.recordBytesMax ?? RECORD_BYTES_MAX),
    readAheadBytesMax: limit(
      path,
      'readAheadBytesMax',
      options.readAheadBytesMax ?? READ_AHEAD_BYTES_MAX,
    ),
    open: options.open ?? openNodeFile,
  };
}

function limit(path: string, name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  const message = `${name} of ${path} is ${value}; give a positive whole number of bytes.`;
  throw new MillraceError('FILE_OPTION_INVALID', message);
}
