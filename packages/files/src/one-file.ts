/**
 * Owns: the one file of a source that is open, or is being opened.
 * Refuses: a second one, and to open any once it was let go of. Its errors name the file.
 */
import type { ByteStream, OpenBytes } from './byte-stream.js';
import { fileErrorFrom } from './file-error.js';

export class OneFile {
  path = '';
  private stream: Promise<ByteStream> | undefined;
  private status: 'in-use' | 'let-go' = 'in-use';

  constructor(private readonly openBytes: OpenBytes) {}

  get isOpen(): boolean {
    return this.stream !== undefined;
  }

  async open(path: string): Promise<void> {
    if (this.status === 'let-go') return;
    this.path = path;
    this.stream = this.openBytes(path);
    try {
      await this.stream;
    } catch (cause) {
      this.stream = undefined;
      throw fileErrorFrom(path, cause);
    }
  }

  async read(bytesMax: number): Promise<Uint8Array | undefined> {
    try {
      return await (await this.stream)?.read(bytesMax);
    } catch (cause) {
      throw fileErrorFrom(this.path, cause);
    }
  }

  async isReplaced(): Promise<boolean> {
    const stream = await this.stream;
    return (await stream?.isReplaced?.()) ?? false;
  }

  /** Closes the file, also one that is just being opened. */
  async close(): Promise<void> {
    const { stream } = this;
    this.stream = undefined;
    // That the file could not be opened is no news to somebody who lets go of it.
    const opened = await stream?.catch(() => undefined);
    await opened?.close();
  }

  async letGo(): Promise<void> {
    this.status = 'let-go';
    await this.close();
  }
}
