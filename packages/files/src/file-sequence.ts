/**
 * Owns: the files of a bounded source, each read to its end before the next is opened.
 * Refuses: a list without files: a pattern that matches nothing is a mistake, most likely.
 */
import { MillraceError } from '@millrace/core/connector';
import type { OpenBytes } from './byte-stream.js';
import type { FileEvent, FileFeed } from './file-feed.js';
import type { FileList } from './file-list.js';
import { OneFile } from './one-file.js';

export class FileSequence implements FileFeed {
  private readonly file: OneFile;
  private paths: Iterator<string> | undefined;

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
    await this.file.close();
    return { is: 'ended' };
  }

  close(): Promise<void> {
    return this.file.letGo();
  }

  private async begin(): Promise<FileEvent> {
    this.paths ??= (await this.listed()).values();
    const next = this.paths.next();
    if (next.done === true) return { is: 'all-read' };
    await this.file.open(next.value);
    return { is: 'begun', path: next.value };
  }

  private async listed(): Promise<readonly string[]> {
    const paths = await this.files.list();
    if (paths.length > 0) return paths;
    const message = `There is no file that matches ${this.files.name}; check the pattern and the folder.`;
    throw new MillraceError('FILE_MISSING', message);
  }
}
