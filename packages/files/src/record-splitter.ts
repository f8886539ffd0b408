/**
 * Owns: the contract between a file format and the reader that feeds it.
 * Refuses: to read; bytes are pushed in, and records are asked for one at a time.
 */
import type { FileRecordError } from './file-error.js';

/** One record as the format has it, and the line, from 1, in which it begins. */
export interface FileRecord {
  readonly value: unknown;
  readonly line: number;
}

/** A record that cannot be parsed, behind which the format can go on; and its text, cut. */
export interface BadRecord {
  readonly error: FileRecordError;
  readonly text: string;
}

/** Turns the bytes of one file into records. It is used once. */
export interface RecordSplitter {
  /** Bytes that wait for `next`. */
  readonly held: number;
  /** The line in which the next record begins, as far as one knows. */
  readonly line: number;
  push(chunk: Uint8Array): void;
  /** Says that no more bytes will come. */
  end(): void;
  /** The next record, or why there is none. Throws where the rest of the file cannot be read. */
  next(): FileRecord | BadRecord | 'needs-bytes' | 'ended';
}

/** What a splitter must know about its file. */
export interface SplitterOptions {
  readonly path: string;
  /** Bytes that one record may have; a longer one is refused before it fills the memory. */
  readonly recordBytesMax: number;
}
