/**
 * Owns: the contract between a reader and the files that it reads, one after another.
 * Refuses: to know what the bytes mean.
 */

/**
 * What came of one request. `begun` and `ended` stand around the bytes of each file; `not-yet`: the
 * file may grow, look again later; `all-read`: nothing will ever come.
 */
export type FileEvent =
  | { readonly is: 'begun'; readonly path: string }
  | { readonly is: 'bytes'; readonly bytes: Uint8Array }
  | { readonly is: 'ended' | 'not-yet' | 'all-read' };

/** The files of one reader. There is one request at a time. */
export interface FileFeed {
  next(bytesMax: number): Promise<FileEvent>;
  /** It may be called during a request, which then ends as it likes. */
  close(): Promise<void>;
}
