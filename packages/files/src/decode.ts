/**
 * Owns: how a parsed value becomes the record that the job sees: by a function or by a schema.
 * Refuses: an unchecked cast, and to wait: an asynchronous decoder is named as such.
 */
import { isMillraceError, messageOf } from '@millrace/core/connector';
import { FileRecordError, type FilePlace } from './file-error.js';
import type { FileRecord } from './record-splitter.js';
import type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.js';

/** A function that throws when it refuses a value, or a Standard Schema. Both are synchronous. */
export type Decode<T, Value = unknown> = ((value: Value) => T) | StandardSchema<T>;

/** What comes out of a decode. */
export type Decoded<D> =
  D extends StandardSchema<infer T> ? T : D extends (value: never) => infer T ? T : never;

/** Decodes one record of the file at `path`, or throws with its place. */
export type RecordDecoder<T> = (record: FileRecord, path: string) => T;

/** True where the record was refused, and not the decode itself, which no other record would mend. */
export function isRefusal(error: unknown): boolean {
  return isMillraceError(error) && error.code === 'FILE_RECORD_REFUSED';
}

/** Decided once, so that no record asks again what kind of decode it has. */
export function recordDecoder<T>(decode: Decode<T>): RecordDecoder<T> {
  // A schema first: that of ArkType is a function as well.
  return '~standard' in decode ? bySchema(decode) : byFunction(decode);
}

function byFunction<T>(decode: (value: unknown) => T): RecordDecoder<T> {
  return (record, path) => {
    const at = { path, line: record.line };
    const decoded = guarded(at, () => decode(record.value));
    if (isPromiseLike(decoded)) refusePromise(at, decoded);
    return decoded;
  };
}

function bySchema<T>({ '~standard': standard }: StandardSchema<T>): RecordDecoder<T> {
  return (record, path) => {
    const at = { path, line: record.line };
    const result = guarded(at, () => standard.validate(record.value));
    if (isPromiseLike(result)) refusePromise(at, result);
    return accepted(at, result);
  };
}

function guarded<R>(at: FilePlace, decode: () => R): R {
  try {
    return decode();
  } catch (cause) {
    throw new FileRecordError('FILE_RECORD_REFUSED', at, { reason: messageOf(cause), cause });
  }
}

function accepted<T>(at: FilePlace, result: StandardResult<T>): T {
  if (result.issues === undefined) return result.value;
  const reason = result.issues.map(inWords).join('; ');
  throw new FileRecordError('FILE_RECORD_REFUSED', at, { reason, cause: result.issues });
}

function inWords({ path, message }: StandardIssue): string {
  if (path === undefined || path.length === 0) return message;
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return `${keys.join('.')}: ${message}`;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

function refusePromise(at: FilePlace, promise: PromiseLike<unknown>): never {
  // Nobody waits for it, so its own failure, which may come later, is nobody's news.
  promise.then(undefined, () => undefined);
  const reason = 'decode answered with a promise; give a function or a schema that is synchronous';
  throw new FileRecordError('FILE_DECODE_ASYNC', at, { reason });
}
