/**
 * Owns: the files of the local disk that match a pattern, in a fixed order.
 * Refuses: the order of the file system, which differs from machine to machine.
 */
import { isAbsolute } from 'node:path';
import { glob as filesLike } from 'tinyglobby';
import type { FileList } from './file-list.js';

/** Where a pattern begins. */
export interface GlobOptions {
  /** The folder to which the pattern and the paths are relative. Default: that of the process. */
  readonly cwd?: string;
}

/**
 * The files that match a pattern when the job starts: `*` within a name, `**` across folders, `?`,
 * `[abc]`, `{a,b}`; a pattern that begins with `!` takes files away. They come in ascending order of
 * their paths by code unit, whatever the disk says: `10.csv` before `9.csv`, capitals before small
 * letters. Names that begin with a dot match only where the pattern has the dot.
 *
 * @example
 * ```ts
 * import { glob, ndjsonFile } from '@millrace/files';
 *
 * const readings = ndjsonFile(glob('readings/2026-*.ndjson'), { decode: (value) => String(value) });
 * console.log(readings.name); // ndjsonFile(readings/2026-*.ndjson)
 * ```
 */
export function glob(pattern: string | readonly string[], options: GlobOptions = {}): FileList {
  const patterns = typeof pattern === 'string' ? [pattern] : [...pattern];
  return { name: patterns.join(', '), list: () => filesOf(patterns, options.cwd) };
}

async function filesOf(
  patterns: readonly string[],
  cwd: string | undefined,
): Promise<readonly string[]> {
  const absolute = cwd !== undefined || patterns.some((pattern) => isAbsolute(pattern));
  const where = cwd === undefined ? {} : { cwd };
  const paths = await filesLike(patterns, { absolute, expandDirectories: false, ...where });
  return paths.sort(byCodeUnit);
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : Number(a > b));
