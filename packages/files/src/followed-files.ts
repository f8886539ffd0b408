/**
 * Owns: the files of an unbounded source: the last one is followed as it grows.
 * Refuses: to wait; it says `not-yet`, and whoever asks knows a clock.
 *
 * A file is read to its end and then left, when a later one is listed, or when it was replaced at its
 * path (rotated) or cut to less than was read; what was added to the old one meanwhile is read first.
 */
import { isMillraceError } from '@millrace/core/connector';
import type { OpenBytes } from './byte-stream.js';
import type { FileEvent, FileFeed } from './file-feed.js';
import type { FileList } from './file-list.js';
import { OneFile } from './one-file.js';

/** `reading` goes on for ever; `finishing` ends at the end of the file. */
type Phase = 'reading' | 'finishing';

export class FollowedFiles implements FileFeed {
  private readonly file: OneFile;
  private phase: Phase = 'reading';
  /** Paths that were read, as long as they are listed. */
  private taken: ReadonlySet<string> = new Set();

  constructor(
    private readonly files: FileList,
    open: OpenBytes,
  ) {
    this.file = new OneFile(open);
  }

  async next(bytesMax: number): Promise<FileEvent> {
    if (!this.file.isOpen) return this.begin();
    const bytes = await this.file.read(bytesMax);
    if (bytes !== undefined) return { is: 'bytes', bytes };
    if (this.phase === 'finishing') return this.finish();
    if (!(await this.isOver())) return { is: 'not-yet' };
    this.phase = 'finishing';
    return this.next(bytesMax);
  }

  close(): Promise<void> {
    return this.file.letGo();
  }

  private async begin(): Promise<FileEvent> {
    const path = await this.upcoming();
    if (path === undefined || !(await this.opens(path))) return { is: 'not-yet' };
    this.phase = 'reading';
    this.taken = new Set([...this.taken, path]);
    return { is: 'begun', path };
  }

  private async isOver(): Promise<boolean> {
    if (!(await this.file.isReplaced())) return (await this.upcoming()) !== undefined;
    const { path } = this.file;
    this.taken = new Set([...this.taken].filter((taken) => taken !== path));
    return true;
  }

  private async finish(): Promise<FileEvent> {
    await this.file.close();
    return { is: 'ended' };
  }

  private async upcoming(): Promise<string | undefined> {
    const paths = await this.files.list();
    this.taken = new Set(paths.filter((path) => this.taken.has(path)));
    return paths.find((path) => !this.taken.has(path));
  }

  // A file that is followed may come later than the job.
  private async opens(path: string): Promise<boolean> {
    try {
      await this.file.open(path);
      return true;
    } catch (error) {
      if (isMillraceError(error) && error.code === 'FILE_MISSING') return false;
      throw error;
    }
  }
}
