/** Files as sources: JSON arrays and newline-delimited JSON. */
export type { ByteStream, OpenBytes } from './byte-stream.js';
export type { Decode, Decoded } from './decode.js';
export { FileRecordError, type FileErrorCode, type FilePlace } from './file-error.js';
export type { FileOptions } from './file-options.js';
export { jsonFile } from './json-file.js';
export { ndjsonFile } from './ndjson-file.js';
export type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.js';
