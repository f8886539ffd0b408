/**
 * Owns: which of the records and watermarks that subtasks held go to one of the subtasks that there are now.
 * Refuses: to judge a record without a key: it goes to the first subtask, as it did before, and fails there.
 *
 * K8. Records that nobody had come to go by their key, in their order; what was parked has no key, and
 *     goes with the subtask that has the place of the old one. S102. The watermark is the smallest.
 */
import type { InputOrdinal } from '../../model/run.js';
import type { RestoredSnapshots } from '../../model/snapshot.js';
import { MIN_TIMESTAMP, type Timestamp } from '../../model/time.js';
import type { RestOfRun, SubtaskContents, WaitingRecords } from './subtask-snapshot.js';

/** The subtask of so many that a record belongs to; undefined where records have no keys. */
export type SubtaskOfRecord =
  ((value: unknown, parallelism: number, input: InputOrdinal) => number) | undefined;

type Place = Pick<RestoredSnapshots, 'index' | 'parallelism'>;

/** `old` has one for each subtask that there was, in their order. */
export function contentsOfSubtask(
  old: readonly (SubtaskContents | undefined)[],
  place: Place,
  subtaskOfRecord: SubtaskOfRecord,
): SubtaskContents {
  if (old.length === place.parallelism) return old[place.index] ?? NOTHING;
  const mine = old.filter((_, at) => at % place.parallelism === place.index);
  const rest =
    subtaskOfRecord === undefined
      ? mine.flatMap((contents) => contents?.rest ?? [])
      : old
          .flatMap((contents) => contents?.rest ?? [])
          .map((left) => belonging(left, place, subtaskOfRecord));
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

function belonging(
  { input, values, timestamps }: RestOfRun,
  { index, parallelism }: Place,
  subtaskOfRecord: NonNullable<SubtaskOfRecord>,
): RestOfRun {
  const isMine = values.map((value) => subtaskOfRecord(value, parallelism, input) === index);
  return {
    input,
    values: values.filter((_, at) => isMine[at]),
    timestamps: timestamps.filter((_, at) => isMine[at]),
  };
}
