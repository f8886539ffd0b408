/**
 * Owns: what an asynchronous operator holds, as bytes and back.
 * Refuses: answers: a record whose answer has not left is called for again.
 *
 * A11. Records come back in the order of the input, with what stood between them. K8. At another
 *     parallelism they go by their key, or in turn, and one watermark stands behind all of them.
 */
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import { watermark } from '../../model/element.js';
import type { RestoredSnapshots, SnapshotContext } from '../../model/snapshot.js';
import type { Timestamp } from '../../model/time.js';
import { contentsOfSubtask, type SubtaskOfRecord } from '../operator/element-restore.js';
import { readSubtask, writeSubtask, type SubtaskContents } from '../operator/subtask-snapshot.js';
import { AsyncCall } from './async-call.js';
import type { Held } from './held-elements.js';
import type { HeldControl } from './segment.js';

export interface HeldContents {
  readonly contents: Omit<SubtaskContents, 'advance' | 'rest'>;
  /** Calls and controls in the order of the input. */
  readonly elements: readonly Held[];
}

/** A control element and how many records stand before it. */
type Placed = readonly [after: number, control: HeldControl];

export function writeHeld(
  { contents, elements }: HeldContents,
  context: SnapshotContext,
  operator: string,
): Uint8Array {
  const calls = elements.filter((element) => element.kind === 'call');
  const rest = {
    values: calls.map(({ kept }) => kept),
    timestamps: calls.map(({ timestamp }) => timestamp),
    input: 0 as const,
  };
  const advances = elements.some(({ kind }) => kind === 'watermark');
  const all: SubtaskContents = {
    ...contents,
    rest: [rest],
    advance: advances ? 'firing' : 'settled',
  };
  const writeMore = (writer: CodecWriter): void => {
    writer.write(placedIn(elements).map(([after, control]) => [after, { ...control }]));
  };
  return writeSubtask(all, context, { operator, writeMore });
}

/** What one of the subtasks that there are now is given of that. */
export function readHeld(
  restored: RestoredSnapshots,
  context: SnapshotContext,
  subtaskOfRecord: SubtaskOfRecord,
): HeldContents {
  const { index, parallelism, snapshots } = restored;
  const old = snapshots.map(({ subtask }) => subtask && readSubtask(subtask, context));
  const contents = contentsOfSubtask(
    old.map((read) => read?.contents),
    restored,
    subtaskOfRecord,
  );
  const calls = contents.rest.flatMap(({ values, timestamps }) =>
    values.map((value, at) => new AsyncCall(value, timestamps[at]!)),
  );
  const placed =
    old.length === parallelism ? readPlaced(old[index]?.more) : placedAtEnd(contents, calls.length);
  return { contents, elements: inOrder(calls, placed) };
}

function placedIn(elements: readonly Held[]): readonly Placed[] {
  let after = 0;
  return elements.flatMap((element): Placed[] => {
    if (element.kind !== 'call') return [[after, element]];
    after += 1;
    return [];
  });
}

function readPlaced(more: CodecReader | undefined): readonly Placed[] {
  return more === undefined ? [] : (more.next() as readonly Placed[]);
}

function placedAtEnd(
  { advance, watermark: timestamp }: { readonly advance: string; readonly watermark: Timestamp },
  after: number,
): readonly Placed[] {
  return advance === 'firing' ? [[after, watermark(timestamp)]] : [];
}

/** Controls are in the order of their places, as they were written. */
function inOrder(calls: readonly AsyncCall[], placed: readonly Placed[]): readonly Held[] {
  const elements: Held[] = [];
  let taken = 0;
  for (const [after, control] of placed) {
    for (; taken < after; taken++) elements.push(calls[taken]!);
    elements.push(control);
  }
  for (; taken < calls.length; taken++) elements.push(calls[taken]!);
  return elements;
}
