/**
 * Owns: what a subtask of an operator holds beside keyed state, as bytes and back: its watermark, and the
 * records that wait in it (K2).
 * Refuses: keys; `keyed-snapshot.ts` has them.
 */
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import type { InputOrdinal } from '../../model/run.js';
import type { SnapshotContext } from '../../model/snapshot.js';
import type { Timestamp } from '../../model/time.js';

/** Records that wait, first in first out, as two arrays of one length. */
export interface WaitingRecords {
  readonly values: readonly unknown[];
  readonly timestamps: readonly Timestamp[];
}

/** What is left of one run, which came by one input. */
export interface RestOfRun extends WaitingRecords {
  readonly input: InputOrdinal;
}

export interface SubtaskContents {
  readonly watermark: Timestamp;
  /** `firing`: the watermark has not gone on yet, for what it fires has not. */
  readonly advance: 'settled' | 'firing';
  /** What it was given and has not come to. */
  readonly rest: readonly RestOfRun[];
  /** What it emitted beyond its credit. */
  readonly parked: WaitingRecords;
  /** Likewise, by the tag of a side output. */
  readonly sides: ReadonlyMap<string, WaitingRecords>;
}

/** `writeMore` writes what the operator holds besides, and `readMore` reads it. */
export interface SubtaskForm {
  readonly operator: string;
  readonly writeMore: ((writer: CodecWriter) => void) | undefined;
}

export function writeSubtask(
  { watermark, advance, rest, parked, sides }: SubtaskContents,
  { codec }: SnapshotContext,
  { operator, writeMore }: SubtaskForm,
): Uint8Array {
  const writer = codec.createWriter(`what waits in "${operator}"`);
  writer.write([watermark, advance, sides.size, rest.map(({ input }) => input)]);
  for (const records of rest) writeRecords(records, writer);
  writeRecords(parked, writer);
  for (const [tag, records] of sides) {
    writer.write(tag);
    writeRecords(records, writer);
  }
  writeMore?.(writer);
  return writer.finish();
}

/** What stands first: also how many side outputs follow, and the input of each rest of a run. */
type Head = readonly [
  watermark: Timestamp,
  advance: SubtaskContents['advance'],
  tags: number,
  inputs: readonly InputOrdinal[],
];

/** What was written, and a reader that stands before what the operator has written besides. */
export function readSubtask(
  bytes: Uint8Array,
  { codec }: SnapshotContext,
): { readonly contents: SubtaskContents; readonly more: CodecReader } {
  const more = codec.createReader(bytes);
  const [watermark, advance, tags, inputs] = more.next() as Head;
  const rest = inputs.map((input) => ({ input, ...readRecords(more) }));
  const parked = readRecords(more);
  const sides = new Map<string, WaitingRecords>();
  for (let i = 0; i < tags; i++) sides.set(more.next() as string, readRecords(more));
  return { contents: { watermark, advance, rest, parked, sides }, more };
}

// One by one: a codec limits how large one value may be, not how many there are.
function writeRecords({ values, timestamps }: WaitingRecords, writer: CodecWriter): void {
  writer.write(values.length);
  for (let i = 0; i < values.length; i++) {
    writer.write(timestamps[i]);
    writer.write(values[i]);
  }
}

function readRecords(reader: CodecReader): WaitingRecords {
  const values: unknown[] = [];
  const timestamps: Timestamp[] = [];
  for (let left = reader.next() as number; left > 0; left--) {
    timestamps.push(reader.next() as Timestamp);
    values.push(reader.next());
  }
  return { values, timestamps };
}
