/**
 * Owns: which of the records and watermarks that subtasks held go to one of the subtasks that there are now.
 * Refuses: to judge a record without a key: it goes to the first subtask, as it did before, and fails there.
 *
 * K8. Records that nobody had come to go by their key, in their order, or to every subtask, as they came;
 *     what was parked has no key, and goes with the subtask that has the place of the old one. S102. The
 *     watermark is the smallest.
 */
import type { InputOrdinal } from '../../model/run.js';
import type { RestoredSnapshots } from '../../model/snapshot.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { RestOfRun, SubtaskContents, WaitingRecords } from './subtask-snapshot.js';

/**
 * The subtask of so many that a record belongs to, or where it goes without a key: with the place of the
 * subtask that had it, or to every subtask, of which each has had it once. Undefined: all go by their place.
 */
export type SubtaskOfRecord =
  | ((value: unknown, parallelism: number, input: InputOrdinal) => number | 'by-place' | 'every')
  | undefined;

type Place = Pick<RestoredSnapshots, 'index' | 'parallelism'>;

/** `old` has one for each subtask that there was, in their order. */
export function contentsOfSubtask(
  old: readonly (SubtaskContents | undefined)[],
  place: Place,
  subtaskOfRecord: SubtaskOfRecord,
): SubtaskContents {
  if (old.length === place.parallelism) return old[place.index] ?? NOTHING;
  const mine = old.filter((_, at) => at % place.parallelism === place.index);
  const held = old.flatMap((contents, at) => (contents === undefined ? [] : at));
  const copied = held[place.index % held.length];
  const rest = old.flatMap((contents, from) =>
    (contents?.rest ?? []).map((left) =>
      belonging(left, { ...place, from, copied }, subtaskOfRecord),
    ),
  );
  const tags = new Set(mine.flatMap((contents) => [...(contents?.sides.keys() ?? [])]));
  const sideOf = (tag: string) => joined(mine.map((contents) => contents?.sides.get(tag)));
  return {
    watermark: smallestWatermark(old),
    advance: old.some((contents) => contents?.advance === 'firing') ? 'firing' : 'settled',
    rest,
    parked: joined(mine.map((contents) => contents?.parked)),
    sides: new Map([...tags].map((tag) => [tag, sideOf(tag)])),
  };
}

const NONE: WaitingRecords = { values: [], timestamps: [] };

const NOTHING: SubtaskContents = {
  watermark: MIN_TIMESTAMP,
  advance: 'settled',
  rest: [],
  parked: NONE,
  sides: new Map(),
};

function smallestWatermark(old: readonly (SubtaskContents | undefined)[]): Timestamp {
  return Math.min(...old.map((contents) => contents?.watermark ?? MIN_TIMESTAMP));
}

function joined(parts: readonly (WaitingRecords | undefined)[]): WaitingRecords {
  return {
    values: parts.flatMap((part) => part?.values ?? []),
    timestamps: parts.flatMap((part) => part?.timestamps ?? []),
  };
}

/** Which of the old subtasks had a record, and which of them hands over what every one had. */
interface Origin extends Place {
  readonly from: number;
  readonly copied: number | undefined;
}

function belonging(
  { input, values, timestamps }: RestOfRun,
  { index, parallelism, from, copied }: Origin,
  subtaskOfRecord: SubtaskOfRecord,
): RestOfRun {
  const isMine = values.map((value) => {
    const to = subtaskOfRecord?.(value, parallelism, input) ?? 'by-place';
    if (to === 'every') return from === copied;
    return to === 'by-place' ? from % parallelism === index : to === index;
  });
  return {
    input,
    values: values.filter((_, at) => isMine[at]),
    timestamps: timestamps.filter((_, at) => isMine[at]),
  };
}
