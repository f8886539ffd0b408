/**
 * Owns: which files a source reads, and in which order.
 * Refuses: to take a path for a pattern: names with brackets are common, and `glob` says what it is.
 */
import { MillraceError } from '@millrace/core/connector';

/** Files that are found when the job runs; `glob` is one. A door for other places than the disk. */
export interface FileList {
  /** Stands in the source's name. */
  readonly name: string;
  /** The paths, in the order in which they are read. */
  list(): Promise<readonly string[]>;
}

/** One path, several in their order, or a list that is made when the job runs. */
export type FilePaths = string | readonly string[] | FileList;

/** What the paths are as a list. */
export function fileList(paths: FilePaths): FileList {
  if (typeof paths === 'string') return { name: paths, list: async () => [paths] };
  if (!('list' in paths)) return several(paths);
  return paths;
}

function several(paths: readonly string[]): FileList {
  if (paths.length === 0) {
    const message = 'A file source was given no path; give at least one.';
    throw new MillraceError('FILE_OPTION_INVALID', message);
  }
  const list = [...paths]; // a description does not change with the caller's array
  const name = list.length === 1 ? list[0]! : `${list[0]} and ${list.length - 1} more`;
  return { name, list: async () => list };
}
