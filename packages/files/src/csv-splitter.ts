/**
 * Owns: CSV as RFC 4180 has it: records of one or several lines, their fields, and the header.
 * Refuses: a record with more or fewer fields than there are columns, quotes that do not fit, and a
 *   record longer than `recordBytesMax`; behind each it can go on. A bad header, and a file that ends
 *   inside a record, it throws. Blank lines are skipped.
 */
import { ByteWindow } from './byte-window.js';
import { faultOfColumns, rowMaker, type CsvRow } from './csv-columns.js';
import { CsvExtent } from './csv-extent.js';
import { csvFields } from './csv-fields.js';
import { FileRecordError, type FileErrorCode } from './file-error.js';
import { NEWLINE } from './json-text.js';
import type { BadRecord, FileRecord, RecordSplitter, SplitterOptions } from './record-splitter.js';
import { decodeUtf8, failedText, notUtf8 } from './utf8-text.js';

const RETURN = 0x0d;

export interface CsvSplitterOptions extends SplitterOptions {
  readonly delimiter: string;
  /** Undefined: the first record names them. */
  readonly columns: readonly string[] | undefined;
}

interface Columns {
  readonly count: number;
  readonly rowOf: (fields: readonly string[]) => CsvRow;
}

/** What is being read; the rests belong to a record that was refused. */
type Reading = 'record' | 'rest-of-long-record' | 'rest-of-line';

export class CsvSplitter implements RecordSplitter {
  line = 1;
  private readonly window = new ByteWindow();
  private readonly extent: CsvExtent;
  private reading: Reading = 'record';
  private columns: Columns | undefined;

  constructor(private readonly options: CsvSplitterOptions) {
    this.extent = new CsvExtent(options.delimiter.charCodeAt(0));
    if (options.columns !== undefined) this.columns = columnsOf(options.columns);
  }

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
      const extent = this.reading === 'rest-of-line' ? this.restOfLine() : this.scan();
      if (typeof extent === 'object') return this.mustHaveColumns(extent);
      if (extent === 'inside')
        return this.window.input === 'coming' ? 'needs-bytes' : this.lastRecord();
      const record = this.reading === 'record' ? this.record() : undefined;
      this.pass();
      if (record !== undefined) return this.mustHaveColumns(record);
    }
  }

  private scan(): 'inside' | 'found' | BadRecord {
    const extent = this.extent.scan(this.window);
    if (typeof extent === 'object') return this.refuseQuoting(extent.reason);
    if (this.reading === 'rest-of-long-record') this.window.from = this.window.at;
    else if (this.isTooLong()) return this.refuseLength();
    return extent;
  }

  private restOfLine(): 'inside' | 'found' {
    const { bytes, at, length } = this.window;
    const newline = bytes.subarray(at, length).indexOf(NEWLINE);
    this.window.passTo(newline === -1 ? length : at + newline);
    return newline === -1 ? 'inside' : 'found';
  }

  /** Goes behind the newline on which the window stands. */
  private pass(): void {
    this.line += this.extent.newlines + 1;
    this.window.passTo(this.window.at + 1);
    this.extent.begin();
    this.reading = 'record';
  }

  private record(): FileRecord | BadRecord | undefined {
    const end = this.endOfRecord();
    if (end === this.window.from) return undefined;
    const text = decodeUtf8(this.window, end);
    if (typeof text !== 'string')
      return this.bad('FILE_ENCODING_INVALID', notUtf8(text, this.window), text.cause);
    const fields = csvFields(text, this.options.delimiter);
    if (this.columns === undefined) return this.takeHeader(fields);
    if (fields.length === this.columns.count)
      return { value: this.columns.rowOf(fields), line: this.line };
    const reason = `${counted(fields.length, 'field')} found where there are ${counted(this.columns.count, 'column')}`;
    return this.bad('FILE_RECORD_INVALID', reason);
  }

  // A last record without newline that does not fit was cut off, most likely.
  private lastRecord(): FileRecord | 'ended' {
    if (this.extent.isQuoted)
      throw this.error('FILE_TRUNCATED', 'the file ends inside a quoted field');
    const record = this.reading === 'record' ? this.record() : undefined;
    this.window.passTo(this.window.length);
    if (record === undefined) return 'ended';
    if (!('error' in record)) return record;
    const { reason, cause } = record.error;
    throw this.error('FILE_TRUNCATED', `the file ends in this record: ${reason}`, cause);
  }

  private takeHeader(names: readonly string[]): undefined {
    const fault = faultOfColumns(names);
    if (fault !== undefined)
      throw this.error('FILE_HEADER_INVALID', `${fault}; mend the header, or give columns`);
    this.columns = columnsOf(names);
  }

  // Without names no record can be made, so that a bad header ends the file.
  private mustHaveColumns(record: FileRecord | BadRecord): FileRecord | BadRecord {
    if (this.columns === undefined && 'error' in record) throw record.error;
    return record;
  }

  /** The line end, or where the window stands in the record. */
  private endOfRecord(): number {
    const { bytes, from, at } = this.window;
    return at > from && bytes[at - 1] === RETURN ? at - 1 : at;
  }

  private isTooLong(): boolean {
    return this.window.at - this.window.from > this.options.recordBytesMax;
  }

  // A record is refused once: for its length, if it was too long before its quotes were bad.
  private refuseQuoting(reason: string): BadRecord | 'inside' | 'found' {
    const before = this.reading;
    const bad = this.isTooLong() ? this.refuseLength() : this.bad('FILE_RECORD_INVALID', reason);
    this.reading = 'rest-of-line';
    return before === 'rest-of-long-record' ? this.restOfLine() : bad;
  }

  private refuseLength(): BadRecord {
    const max = this.options.recordBytesMax;
    const bad = this.bad(
      'FILE_RECORD_TOO_LONG',
      `the record is longer than recordBytesMax, ${max} bytes`,
    );
    this.reading = 'rest-of-long-record';
    this.window.from = this.window.at;
    return bad;
  }

  private bad(code: FileErrorCode, reason: string, cause?: unknown): BadRecord {
    const bytes = this.window.bytes.subarray(this.window.from, this.endOfRecord());
    return { error: this.error(code, reason, cause), text: failedText(bytes) };
  }

  private error(code: FileErrorCode, reason: string, cause?: unknown): FileRecordError {
    const place = { path: this.options.path, line: this.line };
    return new FileRecordError(code, place, { reason, cause });
  }
}

const columnsOf = (names: readonly string[]): Columns => ({
  count: names.length,
  rowOf: rowMaker(names),
});

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
