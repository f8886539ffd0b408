/**
 * Owns: any format in another encoding than UTF-8: bytes are transcoded before they are split.
 * Refuses: to guess. A byte order mark at the file's start decides, then the option `encoding`.
 *
 * It stands behind the reader and before the format, where a bad character is met in the order of
 * the records: those before it come out first.
 */
import { FileRecordError } from './file-error.js';
import type { BadRecord, FileRecord, RecordSplitter } from './record-splitter.js';
import { createTranscoder, type FileEncoding, type Transcoder } from './text-encoding.js';

const MARK_BYTES = 2;
// A file that is followed may have one byte for a long time; most bytes begin no mark.
const MARK_STARTS = [0xff, 0xfe, 0xef];

/** How the file is transcoded; `unseen` until its first bytes have come. */
type Recoding = 'unseen' | 'none' | Transcoder;

export interface EncodedSplitterParts {
  readonly path: string;
  readonly encoding: FileEncoding;
  readonly splitter: RecordSplitter;
}

export class EncodedSplitter implements RecordSplitter {
  private readonly splitter: RecordSplitter;
  private recoding: Recoding = 'unseen';
  private first: Uint8Array = new Uint8Array(0);
  private bytesRead = 0;
  private badByteAt: number | undefined;

  constructor(private readonly parts: EncodedSplitterParts) {
    this.splitter = parts.splitter;
  }

  get held(): number {
    return this.splitter.held + this.first.length;
  }

  get line(): number {
    return this.splitter.line;
  }

  push(chunk: Uint8Array): void {
    if (this.recoding === 'none') return this.splitter.push(chunk);
    if (this.recoding !== 'unseen') return this.transcode(this.recoding, chunk);
    this.first = Buffer.concat([this.first, chunk]);
    if (this.first.length >= MARK_BYTES || !MARK_STARTS.includes(this.first[0]!)) this.begin();
  }

  end(): void {
    if (this.recoding === 'unseen') this.begin();
    const waiting = typeof this.recoding === 'object' ? this.recoding.waiting : 0;
    if (waiting > 0) this.badByteAt ??= this.bytesRead - waiting;
    if (this.badByteAt === undefined) this.splitter.end();
  }

  next(): FileRecord | BadRecord | 'needs-bytes' | 'ended' {
    const next = this.splitter.next();
    if (next === 'needs-bytes' && this.badByteAt !== undefined) throw this.badText(this.badByteAt);
    return next;
  }

  private begin(): void {
    const encoding = markOf(this.first) ?? this.parts.encoding;
    this.recoding = encoding === 'utf-8' ? 'none' : createTranscoder(encoding);
    const { first } = this;
    this.first = new Uint8Array(0);
    this.push(first);
  }

  private transcode(transcoder: Transcoder, chunk: Uint8Array): void {
    if (this.badByteAt !== undefined) return;
    this.bytesRead += chunk.length;
    const { utf8, badBytes } = transcoder.transcode(chunk);
    if (badBytes > 0) this.badByteAt = this.bytesRead - transcoder.waiting - badBytes;
    this.splitter.push(utf8);
  }

  private badText(at: number): FileRecordError {
    const reason =
      `byte ${at} of the file begins half a UTF-16 character; ` +
      `give the file's encoding, as in encoding: 'utf-16be', or mend the file`;
    const place = { path: this.parts.path, line: this.line };
    return new FileRecordError('FILE_ENCODING_INVALID', place, { reason });
  }
}

function markOf(first: Uint8Array): FileEncoding | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  return first[0] === 0xef && first[1] === 0xbb ? 'utf-8' : undefined;
}
