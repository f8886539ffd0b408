/**
 * Owns: the running side of every file source: the one open or read in flight, and its state.
 * Refuses: to read without demand. Bytes are asked for by `poll` alone, when at most half of
 *   `readAheadBytesMax` waits, and then for the other half; so what waits stays within it, or, for
 *   a record that is longer, within `recordBytesMax` and one half.
 * E1. `poll` never waits. E2. What a file answers is mail; it records, and `poll` delivers.
 */
import type { InputStatus, Run, SourceReader, SourceReaderContext } from '@millrace/core/connector';
import { appendRecord } from '@millrace/core/connector';
import type { ByteStream, OpenBytes } from './byte-stream.js';
import type { RecordDecoder } from './decode.js';
import type { RecordSplitter } from './record-splitter.js';

/**
 * `resting`: nothing is asked for. `exhausted`: all bytes came. `cut-short`: reading failed, and what
 * came before is delivered first. `broken`: every poll throws.
 */
type FileState =
  | { readonly is: 'created' | 'closed' }
  | { readonly is: 'opening'; readonly stream: Promise<ByteStream> }
  | { readonly is: 'resting' | 'reading' | 'exhausted'; readonly stream: ByteStream }
  | { readonly is: 'cut-short' | 'broken'; readonly stream?: ByteStream; readonly error: unknown };

export interface FileReaderParts<T> {
  readonly path: string;
  readonly open: OpenBytes;
  readonly splitter: RecordSplitter;
  readonly decode: RecordDecoder<T>;
  readonly readAheadBytesMax: number;
}

export class FileReader<T> implements SourceReader<T> {
  private state: FileState = { is: 'created' };
  private readonly readBytes: number;

  constructor(
    private readonly parts: FileReaderParts<T>,
    private readonly context: SourceReaderContext,
  ) {
    this.readBytes = Math.max(1, Math.floor(parts.readAheadBytesMax / 2));
  }

  open(): void {
    const stream = this.parts.open(this.parts.path);
    this.state = { is: 'opening', stream };
    stream.then(
      (opened) => this.post('file-opened', () => this.opened(opened)),
      (error: unknown) => this.post('file-failed', () => this.failed(error)),
    );
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    if (this.state.is === 'broken') throw this.state.error;
    const before = run.length;
    try {
      return this.fill(run, before + recordsMax);
    } catch (error) {
      this.state = { ...this.heldStream(), is: 'broken', error };
      // What came before the bad record goes out first; the next poll throws.
      if (run.length > before) return 'more-available';
      throw error;
    }
  }

  async close(): Promise<void> {
    const before = this.state;
    this.state = { is: 'closed' };
    if (before.is === 'opening') {
      // That the file could not be opened is no news to somebody who lets go of it.
      const opened = await before.stream.catch(() => undefined);
      await opened?.close();
    } else if ('stream' in before) await before.stream?.close();
  }

  private fill(run: Run<T>, lengthMax: number): InputStatus {
    const { splitter, decode } = this.parts;
    while (run.length < lengthMax) {
      const next = splitter.next();
      if (next === 'ended') return 'end-of-input';
      if (next === 'needs-bytes') return this.lacksBytes();
      appendRecord(run, decode(next));
    }
    if (splitter.held <= this.readBytes) this.read();
    return 'more-available';
  }

  private lacksBytes(): InputStatus {
    if (this.state.is === 'cut-short') throw this.state.error;
    this.read();
    return 'nothing-available';
  }

  private read(): void {
    if (this.state.is !== 'resting') return;
    const { stream } = this.state;
    this.state = { is: 'reading', stream };
    stream.read(this.readBytes).then(
      (chunk) => this.post('file-read', () => this.arrived(chunk)),
      (error: unknown) => this.post('file-failed', () => this.failed(error)),
    );
  }

  private post(name: string, deliver: () => void): void {
    this.context.post({ name, deliver });
  }

  // The mails. Each may come late: after `close`, or after a bad record broke the file.

  private opened(stream: ByteStream): void {
    if (this.state.is === 'opening') this.state = { is: 'resting', stream };
  }

  private arrived(chunk: Uint8Array | undefined): void {
    if (this.state.is !== 'reading') return;
    const { stream } = this.state;
    if (chunk === undefined) this.parts.splitter.end();
    else this.parts.splitter.push(chunk);
    this.state = { is: chunk === undefined ? 'exhausted' : 'resting', stream };
  }

  private failed(error: unknown): void {
    if (this.state.is !== 'opening' && this.state.is !== 'reading') return;
    this.state = { ...this.heldStream(), is: 'cut-short', error };
  }

  private heldStream(): { readonly stream?: ByteStream } {
    const { state } = this;
    if (state.is === 'opening' || !('stream' in state)) return {};
    return state.stream === undefined ? {} : { stream: state.stream };
  }
}
