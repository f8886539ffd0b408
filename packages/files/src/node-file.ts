/**
 * Owns: bytes from the local disk, through a `FileHandle` of Node.js.
 * Refuses: directories, at once; on some systems only the first read would fail.
 */
import { open, stat, type FileHandle } from 'node:fs/promises';
import type { ByteStream } from './byte-stream.js';
import { fileErrorFrom } from './file-error.js';

/** Opens a file of the local disk. Its errors say what is wrong with `path`. */
export async function openNodeFile(path: string): Promise<ByteStream> {
  try {
    const handle = await open(path, 'r');
    await refuseDirectory(handle);
    return new NodeFile(path, handle);
  } catch (cause) {
    throw fileErrorFrom(path, cause);
  }
}

async function refuseDirectory(handle: FileHandle): Promise<void> {
  try {
    if ((await handle.stat()).isDirectory()) throw new DirectoryError();
  } catch (cause) {
    await handle.close();
    throw cause;
  }
}

// Speaks as the operating system does on the first read, so that one place names the error.
class DirectoryError extends Error {
  readonly code = 'EISDIR';
}

class NodeFile implements ByteStream {
  private bytesRead = 0;

  constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  async read(bytesMax: number): Promise<Uint8Array | undefined> {
    try {
      const into = new Uint8Array(bytesMax);
      const { bytesRead } = await this.handle.read(into, 0, bytesMax, null);
      this.bytesRead += bytesRead;
      return bytesRead === 0 ? undefined : into.subarray(0, bytesRead);
    } catch (cause) {
      throw fileErrorFrom(this.path, cause);
    }
  }

  // Between the renaming of a log and the next one's first line there may be no file at the path.
  async isReplaced(): Promise<boolean> {
    try {
      const [here, there] = await Promise.all([this.handle.stat(EXACT), stat(this.path, EXACT)]);
      return here.ino !== there.ino || here.dev !== there.dev || there.size < this.bytesRead;
    } catch (cause) {
      const error = fileErrorFrom(this.path, cause);
      if (error.code === 'FILE_MISSING') return false;
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

// Numbers of files are larger on some systems than a number can tell apart.
const EXACT = { bigint: true } as const;
