/**
 * Owns: every error of a file source: its code, and the one sentence with file, line and reason.
 * Refuses: to decide when a file is bad; splitters, readers and decoders know that.
 */
import { isMillraceError, MillraceError, messageOf } from '@millrace/core/connector';

/** What can be wrong with a file or with one record in it. */
export type FileErrorCode =
  | 'FILE_MISSING'
  | 'FILE_IS_DIRECTORY'
  | 'FILE_UNREADABLE'
  | 'FILE_TRUNCATED'
  | 'FILE_COMPRESSION_INVALID'
  | 'FILE_ENCODING_INVALID'
  | 'FILE_HEADER_INVALID'
  | 'FILE_NOT_JSON_ARRAY'
  | 'FILE_TRAILING_DATA'
  | 'FILE_RECORD_INVALID'
  | 'FILE_RECORD_TOO_LONG'
  | 'FILE_RECORD_REFUSED'
  | 'FILE_DECODE_ASYNC'
  | 'FILE_OPTION_INVALID';

/** A place in a file: lines count from 1. */
export interface FilePlace {
  readonly path: string;
  readonly line: number;
}

/** Something is wrong at a line of a file: "flights.json, line 3: reason". */
export class FileRecordError extends MillraceError {
  readonly path: string;
  /** The line, counted from 1, in which the record begins. */
  readonly line: number;
  /** What is wrong, without the place. */
  readonly reason: string;

  constructor(code: FileErrorCode, at: FilePlace, because: { reason: string; cause?: unknown }) {
    super(code, `${at.path}, line ${at.line}: ${because.reason.replace(/\.$/, '')}.`, {
      cause: because.cause,
    });
    this.path = at.path;
    this.line = at.line;
    this.reason = because.reason;
  }
}

/** The failure of whoever reads `path`, in words; ours are kept, for they name it already. */
export function fileErrorFrom(path: string, cause: unknown): MillraceError {
  if (isMillraceError(cause)) return cause;
  switch (systemCodeOf(cause)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new MillraceError('FILE_MISSING', `There is no file ${path}; check its path.`, {
        cause,
      });
    case 'EISDIR':
      return directoryError(path, cause);
    default:
      return unreadableError(path, cause);
  }
}

function directoryError(path: string, cause: unknown): MillraceError {
  const message = `${path} is a directory; give the path of a file in it.`;
  return new MillraceError('FILE_IS_DIRECTORY', message, { cause });
}

function unreadableError(path: string, cause: unknown): MillraceError {
  const message = `${path} cannot be read: ${messageOf(cause)}.`;
  return new MillraceError('FILE_UNREADABLE', message, { cause });
}

function systemCodeOf(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}
