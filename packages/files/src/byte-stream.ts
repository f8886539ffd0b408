/**
 * Owns: the port through which a source gets a file's bytes.
 * Refuses: to know where they come from (`node-file.ts` is the default) and what they mean.
 */

/** The bytes of one opened file, from its beginning. */
export interface ByteStream {
  /**
   * The next bytes: at least one and at most `bytesMax`, or undefined at the end. The source has
   * one read in flight at a time, and owns what it got.
   */
  read(bytesMax: number): Promise<Uint8Array | undefined>;
  /**
   * Whether the path leads to another file by now, or to this one cut to less than was read. A source
   * that follows asks it at the end, and may read on after either answer, for what was added since.
   * Without it a file is taken to grow and do nothing else.
   */
  isReplaced?(): Promise<boolean>;
  /** Lets go of the file. It may be called while a read is in flight, which then ends as it likes. */
  close(): Promise<void>;
}

/**
 * Opens a file. A door for other places than the disk.
 *
 * @example
 * ```ts
 * import { ndjsonFile, type OpenBytes } from '@millrace/files';
 *
 * const fromMemory: OpenBytes = async (path) => {
 *   const parts = [new TextEncoder().encode(`{"from":"${path}"}\n`)];
 *   return { read: async () => parts.shift(), close: async () => {} };
 * };
 * const source = ndjsonFile('memory', { decode: (value) => String(value), open: fromMemory });
 * console.log(source.name); // ndjsonFile(memory)
 * ```
 */
export type OpenBytes = (path: string) => Promise<ByteStream>;
