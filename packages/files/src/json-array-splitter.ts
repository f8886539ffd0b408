/**
 * Owns: one JSON array of records: what may stand before, between and after them.
 * Refuses: anything but one array, an array that does not end, and anything after it; and to go on
 *   behind a record that is no JSON, since its end is a guess.
 */
import { ByteWindow } from './byte-window.js';
import { FileRecordError, type FileErrorCode } from './file-error.js';
import { JsonExtent } from './json-extent.js';
import { isJsonSpace, NEWLINE, parseJson } from './json-text.js';
import type { FileRecord, RecordSplitter, SplitterOptions } from './record-splitter.js';

const [OPEN, CLOSE, COMMA, BRACE] = [0x5b, 0x5d, 0x2c, 0x7b];

/** What may come next: the array, a record or its end, a record, a record's end, a comma, nothing. */
type Expecting = 'array' | 'first' | 'record' | 'rest-of-record' | 'comma' | 'end-of-file';

export class JsonArraySplitter implements RecordSplitter {
  private readonly window = new ByteWindow();
  private readonly extent = new JsonExtent();
  private expecting: Expecting = 'array';
  line = 1;

  constructor(private readonly options: SplitterOptions) {}

  get held(): number {
    return this.window.held;
  }

  push(chunk: Uint8Array): void {
    this.window.push(chunk);
  }

  end(): void {
    this.window.input = 'complete';
  }

  next(): FileRecord | 'needs-bytes' | 'ended' {
    if (!this.window.passMark()) return 'needs-bytes';
    for (;;) {
      if (this.expecting === 'rest-of-record') return this.finishRecord();
      this.skipSpace();
      if (this.window.at >= this.window.length) return this.outOfBytes();
      this.take(this.window.bytes[this.window.at]!);
    }
  }

  private skipSpace(): void {
    const { bytes, length } = this.window;
    let i = this.window.at;
    for (; i < length && isJsonSpace(bytes[i]!); i += 1) if (bytes[i] === NEWLINE) this.line += 1;
    this.window.passTo(i);
  }

  private take(byte: number): void {
    switch (this.expecting) {
      case 'array':
        if (byte !== OPEN) this.refuseStart(byte);
        return this.step('first');
      case 'first':
        return byte === CLOSE ? this.step('end-of-file') : this.beginRecord(byte);
      case 'record':
        return this.beginRecord(byte);
      case 'comma':
        if (byte !== COMMA && byte !== CLOSE)
          this.refuse(`"," or "]" expected, ${name(byte)} found`);
        return this.step(byte === COMMA ? 'record' : 'end-of-file');
      default:
        throw this.error('FILE_TRAILING_DATA', `${name(byte)} found after the end of the array`);
    }
  }

  private step(expecting: Expecting): void {
    this.window.from = this.window.at += 1;
    this.expecting = expecting;
  }

  private beginRecord(byte: number): void {
    if (byte === COMMA || byte === CLOSE) this.refuse(`a record expected, ${name(byte)} found`);
    this.extent.begin();
    this.expecting = 'rest-of-record';
  }

  private finishRecord(): FileRecord | 'needs-bytes' {
    const extent = this.extent.scan(this.window);
    if (typeof extent === 'object') this.refuse(extent.reason);
    if (this.window.at - this.window.from > this.options.recordBytesMax) this.refuseLength();
    if (extent === 'inside')
      return this.window.input === 'coming' ? 'needs-bytes' : this.refuseCut();
    const record = this.parse();
    this.line += this.extent.newlines;
    this.window.from = this.window.at;
    this.expecting = 'comma';
    return record;
  }

  private parse(): FileRecord {
    const parsed = parseJson(this.window, this.window.at);
    if ('value' in parsed) return { value: parsed.value, line: this.line };
    throw this.error(parsed.code, parsed.reason, parsed.cause);
  }

  private outOfBytes(): 'needs-bytes' | 'ended' {
    if (this.window.input === 'coming') return 'needs-bytes';
    if (this.expecting === 'end-of-file') return 'ended';
    if (this.expecting !== 'array') this.refuseCut();
    throw this.error('FILE_NOT_JSON_ARRAY', 'a JSON array expected, but the file is empty');
  }

  private refuseStart(byte: number): never {
    const hint = byte === BRACE ? '; for one object a line take ndjsonFile' : '';
    throw this.error('FILE_NOT_JSON_ARRAY', `a JSON array expected, ${name(byte)} found${hint}`);
  }

  private refuseCut(): never {
    throw this.error('FILE_TRUNCATED', 'the file ends before its array does');
  }

  private refuseLength(): never {
    const reason = `the record is longer than recordBytesMax, ${this.options.recordBytesMax} bytes`;
    throw this.error('FILE_RECORD_TOO_LONG', reason);
  }

  private refuse(reason: string): never {
    throw this.error('FILE_RECORD_INVALID', reason);
  }

  private error(code: FileErrorCode, reason: string, cause?: unknown): FileRecordError {
    const { path } = this.options;
    return new FileRecordError(code, { path, line: this.line }, { reason, cause });
  }
}

const name = (byte: number) =>
  byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
