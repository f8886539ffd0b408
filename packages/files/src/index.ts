/** Files as sources: JSON arrays, newline-delimited JSON, and CSV. */
export type { ByteStream, OpenBytes } from './byte-stream.js';
export type { CsvRow } from './csv-columns.js';
export { csvFile, type CsvOptions } from './csv-file.js';
export type { Decode, Decoded } from './decode.js';
export type { Compression } from './decompression.js';
export { FileRecordError, type FileErrorCode, type FilePlace } from './file-error.js';
export type { FileList, FilePaths } from './file-list.js';
export type { FileOptions } from './file-options.js';
export type { Follow, GrowingFileOptions } from './follow.js';
export { glob, type GlobOptions } from './glob.js';
export { jsonFile } from './json-file.js';
export { ndjsonFile } from './ndjson-file.js';
export type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.js';
export type { FileEncoding } from './text-encoding.js';
