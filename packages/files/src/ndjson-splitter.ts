/**
 * Owns: newline-delimited JSON: one record a line, blank lines skipped, the last newline optional.
 * Refuses: a line that is not JSON, and one longer than `recordBytesMax`.
 */
import { ByteWindow } from './byte-window.js';
import { FileRecordError, type FileErrorCode } from './file-error.js';
import { isJsonSpace, NEWLINE, parseJson } from './json-text.js';
import type { FileRecord, RecordSplitter, SplitterOptions } from './record-splitter.js';

export class NdjsonSplitter implements RecordSplitter {
  private readonly window = new ByteWindow();
  private line = 1;

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
      const newline = this.findNewline();
      if (newline === undefined)
        return this.window.input === 'coming' ? 'needs-bytes' : this.lastLine();
      const record = this.record(newline, 'FILE_RECORD_INVALID');
      this.window.from = this.window.at = newline + 1;
      this.line += 1;
      if (record !== undefined) return record;
    }
  }

  private findNewline(): number | undefined {
    const { bytes, at, from, length } = this.window;
    const found = bytes.subarray(at, length).indexOf(NEWLINE);
    const end = found === -1 ? length : at + found;
    if (end - from > this.options.recordBytesMax) this.refuseLength();
    this.window.at = end;
    return found === -1 ? undefined : end;
  }

  // A last line that lacks both its newline and its sense was cut off, most likely.
  private lastLine(): FileRecord | 'ended' {
    const record = this.record(this.window.length, 'FILE_TRUNCATED');
    this.window.from = this.window.at = this.window.length;
    return record ?? 'ended';
  }

  private record(end: number, codeWhenBad: FileErrorCode): FileRecord | undefined {
    const bytes = this.window.bytes.subarray(this.window.from, end);
    if (bytes.every(isJsonSpace)) return undefined;
    const parsed = parseJson(bytes);
    if ('value' in parsed) return { value: parsed.value, line: this.line };
    const cut =
      codeWhenBad === 'FILE_TRUNCATED' ? 'the file ends in the middle of this line: ' : '';
    throw this.error(codeWhenBad, { reason: cut + parsed.reason, cause: parsed.cause });
  }

  private refuseLength(): never {
    const reason = `the line is longer than recordBytesMax, ${this.options.recordBytesMax} bytes`;
    throw this.error('FILE_RECORD_TOO_LONG', { reason });
  }

  private error(code: FileErrorCode, because: { reason: string; cause?: unknown }) {
    return new FileRecordError(code, { path: this.options.path, line: this.line }, because);
  }
}
