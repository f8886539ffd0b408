/**
 * Owns: the running side of every file source: the one request to its files, and what came of it.
 * Refuses: to read without demand. Bytes are asked for by `poll` alone, when at most half of
 *   `readAheadBytesMax` waits, and then for the other half; so what waits stays within it, or, for
 *   a record that is longer, within `recordBytesMax` and one half.
 * E1. `poll` never waits. E2. What a file answers, and a timer, is mail; it records, and `poll`
 *     delivers. C3. A record that failed counts as one of those that were asked for.
 */
import type {
  CancelTimer,
  InputStatus,
  Milliseconds,
  Run,
  SourceReader,
  SourceReaderContext,
} from '@millrace/core/connector';
import { appendRecord } from '@millrace/core/connector';
import { isRefusal, type RecordDecoder } from './decode.js';
import type { FileEvent, FileFeed } from './file-feed.js';
import type { BadRecord, FileRecord, RecordSplitter } from './record-splitter.js';

/**
 * `resting`: nothing is asked for. `finishing`: all bytes of a file came, and its records go out
 * before the next file is asked for. `waiting`: for a file to grow. `cut-short`: reading failed, and
 * what came before is delivered first. `broken`: every poll throws.
 */
type ReaderState =
  | { readonly is: 'created' | 'resting' | 'asking' | 'finishing' | 'all-read' | 'closed' }
  | { readonly is: 'waiting'; readonly cancel: CancelTimer }
  | { readonly is: 'cut-short' | 'broken'; readonly error: unknown };

export interface FileReaderParts<T> {
  readonly feed: FileFeed;
  readonly splitterOf: (path: string) => RecordSplitter;
  readonly decode: RecordDecoder<T>;
  readonly readAheadBytesMax: number;
  /** How long to wait for a file to grow; undefined where none does. */
  readonly pollMs: Milliseconds | undefined;
}

interface CurrentFile {
  readonly path: string;
  readonly splitter: RecordSplitter;
}

export class FileReader<T> implements SourceReader<T> {
  private state: ReaderState = { is: 'created' };
  private current: CurrentFile | undefined;
  private readonly readBytes: number;

  constructor(
    private readonly parts: FileReaderParts<T>,
    private readonly context: SourceReaderContext,
  ) {
    this.readBytes = Math.max(1, Math.floor(parts.readAheadBytesMax / 2));
  }

  open(): void {
    this.state = { is: 'resting' };
    this.ask();
  }

  poll(run: Run<T>, recordsMax: number): InputStatus {
    if (this.state.is === 'broken') throw this.state.error;
    const before = run.length;
    try {
      return this.current === undefined ? this.lacksBytes() : this.fill(run, recordsMax);
    } catch (error) {
      this.state = { is: 'broken', error };
      // What came before the bad record goes out first; the next poll throws.
      if (run.length > before) return 'more-available';
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.state.is === 'waiting') this.state.cancel();
    this.state = { is: 'closed' };
    await this.parts.feed.close();
  }

  private fill(run: Run<T>, recordsMax: number): InputStatus {
    const { path, splitter } = this.current!;
    for (let records = 0; records < recordsMax; records += 1) {
      const next = splitter.next();
      if (next === 'ended') return this.fileEnded();
      if (next === 'needs-bytes') return this.lacksBytes();
      this.take(next, { run, path });
    }
    if (splitter.held <= this.readBytes) this.ask();
    return 'more-available';
  }

  private take(next: FileRecord | BadRecord, { run, path }: { run: Run<T>; path: string }): void {
    if ('error' in next) return this.context.recordFailed(next.error, next.text);
    try {
      appendRecord(run, this.parts.decode(next, path));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.context.recordFailed(error, next.value);
    }
  }

  private fileEnded(): InputStatus {
    this.current = undefined;
    this.state = { is: 'resting' };
    return this.lacksBytes();
  }

  private lacksBytes(): InputStatus {
    if (this.state.is === 'cut-short') throw this.state.error;
    if (this.state.is === 'all-read') return 'end-of-input';
    this.ask();
    return 'nothing-available';
  }

  private ask(): void {
    if (this.state.is !== 'resting') return;
    this.state = { is: 'asking' };
    this.parts.feed.next(this.readBytes).then(
      (event) => this.post(`file-${event.is}`, () => this.answered(event)),
      (error: unknown) => this.post('file-failed', () => this.failed(error)),
    );
  }

  private post(name: string, deliver: () => void): void {
    this.context.post({ name, deliver });
  }

  // The mails. Each may come late: after `close`, or after a bad record broke the file.

  private answered(event: FileEvent): void {
    if (this.state.is !== 'asking') return;
    this.state = this.stateAfter(event);
  }

  private failed(error: unknown): void {
    if (this.state.is === 'asking') this.state = { is: 'cut-short', error };
  }

  private lookAgain(): void {
    if (this.state.is === 'waiting') this.state = { is: 'resting' };
  }

  private stateAfter(event: FileEvent): ReaderState {
    switch (event.is) {
      case 'begun':
        this.current = { path: event.path, splitter: this.parts.splitterOf(event.path) };
        return { is: 'resting' };
      case 'bytes':
        this.current?.splitter.push(event.bytes);
        return { is: 'resting' };
      case 'ended':
        this.current?.splitter.end();
        return { is: 'finishing' };
      case 'not-yet':
        return { is: 'waiting', cancel: this.armed() };
      default:
        return { is: 'all-read' };
    }
  }

  private armed(): CancelTimer {
    return this.context.clock.after(this.parts.pollMs ?? 0, () =>
      this.post('file-look-again', () => this.lookAgain()),
    );
  }
}
