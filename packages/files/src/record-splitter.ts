/**
 * Owns: the contract between a file format and the reader that feeds it; CSV will be one more.
 * Refuses: to read; bytes are pushed in, and records are asked for one at a time.
 */

/** One record as the format has it, and the line, from 1, in which it begins. */
export interface FileRecord {
  readonly value: unknown;
  readonly line: number;
}

/** Turns the bytes of one file into records. It is used once. */
export interface RecordSplitter {
  /** Bytes that wait for `next`. */
  readonly held: number;
  push(chunk: Uint8Array): void;
  /** Says that no more bytes will come. */
  end(): void;
  /** The next record, or why there is none. Throws a `MillraceError` at a bad one. */
  next(): FileRecord | 'needs-bytes' | 'ended';
}

/** What a splitter must know about its file. */
export interface SplitterOptions {
  readonly path: string;
  /** Bytes that one record may have; a longer one is refused before it fills the memory. */
  readonly recordBytesMax: number;
}
