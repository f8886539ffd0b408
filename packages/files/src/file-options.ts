/**
 * Owns: what a user may set on every file source, and the defaults.
 * Refuses: a limit that is no positive whole number, and a choice that is none of those named.
 */
import { MillraceError } from '@millrace/core/connector';
import type { OpenBytes } from './byte-stream.js';
import type { Compression } from './decompression.js';
import type { Decode } from './decode.js';
import { openNodeFile } from './node-file.js';
import type { FileEncoding } from './text-encoding.js';

/** Options that all file sources have. */
export interface FileOptions<D extends Decode<unknown, never>> {
  /** Makes a record of each parsed value: a function that throws, or a Standard Schema. */
  readonly decode: D;
  /**
   * Whether files are unpacked: `auto` (the default) unpacks those that begin as gzip does, whatever
   * their names; `gzip` and `none` insist.
   */
  readonly compression?: Compression;
  /**
   * The encoding of a file that does not begin with a byte order mark; one that does is read as the
   * mark says. Default: `utf-8`. Bytes that make no text fail the job rather than become U+FFFD.
   */
  readonly encoding?: FileEncoding;
  /** Bytes that one record may have, in UTF-8; a longer one is refused. Default 16 MiB. */
  readonly recordBytesMax?: number;
  /**
   * Bytes that may wait to be parsed; half of it is read at once. Default 128 KiB. Only a record that
   * is longer makes more wait, or a text that grows when it is made UTF-8, threefold at most.
   */
  readonly readAheadBytesMax?: number;
  /** Where the bytes come from. Default: the local disk. */
  readonly open?: OpenBytes;
}

export interface FileSettings {
  readonly compression: Compression;
  readonly encoding: FileEncoding;
  readonly recordBytesMax: number;
  readonly readAheadBytesMax: number;
  readonly open: OpenBytes;
}

const RECORD_BYTES_MAX = 16 * 1024 * 1024;
const READ_AHEAD_BYTES_MAX = 128 * 1024;

const COMPRESSIONS: readonly Compression[] = ['auto', 'gzip', 'none'];
const ENCODINGS: readonly FileEncoding[] = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'latin1',
];

/** The options with their defaults, for the source called `name`. */
export function fileSettings(
  name: string,
  options: FileOptions<Decode<unknown, never>>,
): FileSettings {
  const { compression = 'auto', encoding = 'utf-8', open = openNodeFile } = options;
  const { recordBytesMax = RECORD_BYTES_MAX, readAheadBytesMax = READ_AHEAD_BYTES_MAX } = options;
  mustBeOneOf(COMPRESSIONS, { name, option: 'compression', value: compression });
  mustBeOneOf(ENCODINGS, { name, option: 'encoding', value: encoding });
  mustBeCount({ name, option: 'recordBytesMax', value: recordBytesMax }, 'bytes');
  mustBeCount({ name, option: 'readAheadBytesMax', value: readAheadBytesMax }, 'bytes');
  return { compression, encoding, recordBytesMax, readAheadBytesMax, open };
}

/** An option as a user set it on a source. */
export interface GivenOption<Value> {
  readonly name: string;
  readonly option: string;
  readonly value: Value;
}

export function mustBeCount(given: GivenOption<number>, unit: string): void {
  if (Number.isSafeInteger(given.value) && given.value >= 1) return;
  throw optionInvalid(given, `give a positive whole number of ${unit}`);
}

/** The error for an option: which, of which source, and what to do. */
export function optionInvalid(
  { name, option, value }: GivenOption<unknown>,
  advice: string,
): MillraceError {
  const message = `${option} of ${name} is ${String(value)}; ${advice}.`;
  return new MillraceError('FILE_OPTION_INVALID', message);
}

// Whoever writes JavaScript has no compiler that says it.
function mustBeOneOf(choices: readonly string[], given: GivenOption<string>): void {
  if (!choices.includes(given.value)) throw optionInvalid(given, `give ${choices.join(' or ')}`);
}
