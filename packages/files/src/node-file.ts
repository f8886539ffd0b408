/**
 * Owns: bytes from the local disk, through a `FileHandle` of Node.js.
 * Refuses: directories, at once; on some systems only the first read would fail.
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { ByteStream } from './byte-stream.js';
import { fileErrorFrom } from './file-error.js';

/** Opens a file of the local disk. Its errors say what is wrong with `path`. */
export async function openNodeFile(path: string): Promise<ByteStream> {
  try {
    const handle = await open(path, 'r');
    await refuseDirectory(handle);
    return {
      read: (bytesMax) => readSome(handle, { path, bytesMax }),
      close: () => handle.close(),
    };
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

async function readSome(
  handle: FileHandle,
  { path, bytesMax }: { path: string; bytesMax: number },
): Promise<Uint8Array | undefined> {
  try {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(bytesMax), 0, bytesMax, null);
    return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
  } catch (cause) {
    throw fileErrorFrom(path, cause);
  }
}
