/**
 * Owns: newline-delimited JSON: one record a line, blank lines skipped, the last newline optional.
 * Refuses: a line that is not JSON, and one longer than `recordBytesMax`; behind either it can go on.
 *   A last line that lacks both its newline and its sense was cut off, most likely: that it throws.
 */
import { ByteWindow } from './byte-window.js';
import { FileRecordError, type FileErrorCode } from './file-error.js';
import { isJsonSpace, NEWLINE, parseJson } from './json-text.js';
import type { BadRecord, FileRecord, RecordSplitter, SplitterOptions } from './record-splitter.js';
import { failedText } from './utf8-text.js';

export class NdjsonSplitter implements RecordSplitter {
  line = 1;
  private readonly window = new ByteWindow();
  private at: 'record' | 'rest-of-long-line' = 'record';

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

  next(): FileRecord | BadRecord | 'needs-bytes' | 'ended' {
    if (!this.window.passMark()) return 'needs-bytes';
    for (;;) {
      const newline = this.findNewline();
      if (this.at === 'rest-of-long-line') this.window.from = this.window.at;
      if (this.isTooLong()) return this.refuseLength();
      if (newline === undefined)
        return this.window.input === 'coming' ? 'needs-bytes' : this.lastLine();
      const record = this.at === 'record' ? this.record(newline) : undefined;
      this.at = 'record';
      this.window.passTo(newline + 1);
      this.line += 1;
      if (record !== undefined) return record;
    }
  }

  /** Goes to the next newline, or to the end of what is there. */
  private findNewline(): number | undefined {
    const { bytes, at, length } = this.window;
    const found = bytes.subarray(at, length).indexOf(NEWLINE);
    const newline = found === -1 ? undefined : at + found;
    this.window.at = newline ?? length;
    return newline;
  }

  private isTooLong(): boolean {
    return this.window.at - this.window.from > this.options.recordBytesMax;
  }

  private lastLine(): FileRecord | 'ended' {
    const record = this.at === 'record' ? this.record(this.window.length) : undefined;
    if (record !== undefined && 'error' in record) throw this.truncated(record.error);
    this.window.passTo(this.window.length);
    return record ?? 'ended';
  }

  private record(end: number): FileRecord | BadRecord | undefined {
    if (this.isBlank(end)) return undefined;
    const parsed = parseJson(this.window, end);
    if ('value' in parsed) return { value: parsed.value, line: this.line };
    return { error: this.error(parsed.code, parsed), text: this.failedText(end) };
  }

  private isBlank(end: number): boolean {
    const { bytes, from } = this.window;
    let i = from;
    while (i < end && isJsonSpace(bytes[i]!)) i += 1;
    return i === end;
  }

  private failedText(end: number): string {
    return failedText(this.window.bytes.subarray(this.window.from, end));
  }

  private refuseLength(): BadRecord {
    const reason = `the line is longer than recordBytesMax, ${this.options.recordBytesMax} bytes`;
    const text = this.failedText(this.window.at);
    this.window.from = this.window.at;
    this.at = 'rest-of-long-line';
    return { error: this.error('FILE_RECORD_TOO_LONG', { reason }), text };
  }

  private truncated({ reason, cause }: FileRecordError): FileRecordError {
    const cut = `the file ends in the middle of this line: ${reason}`;
    return this.error('FILE_TRUNCATED', { reason: cut, cause });
  }

  private error(code: FileErrorCode, because: { reason: string; cause?: unknown }) {
    return new FileRecordError(code, { path: this.options.path, line: this.line }, because);
  }
}
