/**
 * Owns: a gzip file's bytes unpacked, on demand: one piece goes into node:zlib when all that came of
 *   the piece before has been taken out, so that a failure loses nothing that was there before it.
 * Refuses: a file that is cut short or damaged. Members that follow each other are one file.
 */
import { createGunzip, type ZlibOptions } from 'node:zlib';
import { MillraceError, messageOf } from '@millrace/core/connector';
import type { ByteStream } from './byte-stream.js';

/** Packed bytes that go into zlib at a time; they may unpack to a thousand times as many. */
const PACKED_BYTES = 4096;

// A full readable side holds the next piece back: with a mark of one byte, any output fills it. The
// types of Node.js list zlib's own options only; those of its base class are taken as well.
const PIECEWISE = { readableHighWaterMark: 1 } as ZlibOptions;

/** What zlib is doing, or how it ended. */
type Unpacking =
  { readonly is: 'hungry' | 'fed' | 'ended' } | { readonly is: 'failed'; readonly error: unknown };

export class GunzipStream implements ByteStream {
  private readonly gunzip = createGunzip(PIECEWISE);
  private unpacking: Unpacking = { is: 'hungry' };
  private piece: Uint8Array = new Uint8Array(0);
  private wake: () => void = () => {};

  constructor(
    private readonly path: string,
    private readonly file: ByteStream,
  ) {
    this.gunzip.on('readable', () => this.wake());
    this.gunzip.on('end', () => this.become({ is: 'ended' }));
    this.gunzip.on('error', (error) => this.become({ is: 'failed', error: this.inWords(error) }));
  }

  async read(bytesMax: number): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.piece.length > 0) return this.cut(bytesMax);
      const piece = this.gunzip.read() as Uint8Array | null;
      if (piece !== null) this.piece = piece;
      else if (this.unpacking.is === 'failed') throw this.unpacking.error;
      else if (this.unpacking.is === 'ended') return undefined;
      else await this.work();
    }
  }

  async close(): Promise<void> {
    this.gunzip.destroy();
    await this.file.close();
  }

  private cut(bytesMax: number): Uint8Array {
    const cut = this.piece.subarray(0, bytesMax);
    this.piece = this.piece.subarray(bytesMax);
    return cut;
  }

  /** Feeds zlib where it is hungry, and waits until something has come of it. */
  private async work(): Promise<void> {
    const packed = this.unpacking.is === 'hungry' ? await this.file.read(PACKED_BYTES) : undefined;
    const woken = new Promise<void>((resolve) => (this.wake = resolve));
    if (this.unpacking.is === 'hungry') this.feed(packed);
    if (this.unpacking.is === 'fed') await woken;
  }

  private feed(packed: Uint8Array | undefined): void {
    this.unpacking = { is: 'fed' };
    if (packed === undefined) this.gunzip.end();
    else this.gunzip.write(packed, () => this.become({ is: 'hungry' }));
  }

  private become(unpacking: Unpacking): void {
    if (this.unpacking.is !== 'failed') this.unpacking = unpacking;
    this.wake();
  }

  private inWords(cause: NodeJS.ErrnoException): MillraceError {
    if (cause.code === 'Z_BUF_ERROR') {
      const cut = `${this.path} was cut short: its gzip data has no end; get the file anew.`;
      return new MillraceError('FILE_TRUNCATED', cut, { cause });
    }
    const bad = `${this.path} is no gzip data, or damaged: ${messageOf(cause)}; get the file anew, or give compression: 'none'.`;
    return new MillraceError('FILE_COMPRESSION_INVALID', bad, { cause });
  }
}
