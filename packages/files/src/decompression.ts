/**
 * Owns: whether a file is unpacked: by its first bytes, or by the option `compression`.
 * Refuses: to go by the name; a log that was renamed keeps its first bytes.
 */
import type { ByteStream, OpenBytes } from './byte-stream.js';
import { GunzipStream } from './gunzip-stream.js';

/** `auto` looks at the first bytes of the file. */
export type Compression = 'auto' | 'gzip' | 'none';

const GZIP_MARK = [0x1f, 0x8b];

/** Opens files unpacked. Nothing is read before the first bytes are asked for. */
export function unpackedFrom(open: OpenBytes, compression: Compression): OpenBytes {
  if (compression === 'none') return open;
  if (compression === 'gzip') return async (path) => new GunzipStream(path, await open(path));
  return async (path) => new SniffedStream(path, await open(path));
}

class SniffedStream implements ByteStream {
  private stream: ByteStream | undefined;

  constructor(
    private readonly path: string,
    private readonly file: ByteStream,
  ) {}

  async read(bytesMax: number): Promise<Uint8Array | undefined> {
    this.stream ??= await this.sniff(bytesMax);
    return this.stream.read(bytesMax);
  }

  close(): Promise<void> {
    return (this.stream ?? this.file).close();
  }

  private async sniff(bytesMax: number): Promise<ByteStream> {
    const first = [];
    for (let bytes = 0; bytes < GZIP_MARK.length; bytes += first.at(-1)!.length) {
      const chunk = await this.file.read(bytesMax);
      if (chunk === undefined) break;
      first.push(chunk);
    }
    const whole = behind(first, this.file);
    return isGzip(first) ? new GunzipStream(this.path, whole) : whole;
  }
}

function isGzip(first: readonly Uint8Array[]): boolean {
  const bytes = Buffer.concat(first);
  return GZIP_MARK.every((byte, i) => bytes[i] === byte);
}

/** A file of which the first chunks have been read already. */
function behind(first: Uint8Array[], file: ByteStream): ByteStream {
  return {
    read: async (bytesMax) => first.shift() ?? file.read(bytesMax),
    close: () => file.close(),
  };
}
