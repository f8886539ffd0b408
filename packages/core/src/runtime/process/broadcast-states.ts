/**
 * Owns: the broadcast state of one subtask: its maps, who may write them, and their bytes.
 * Refuses: to see that other subtasks have the same; they have if they do the same with the same records.
 *
 * ST12. It is written where broadcast records are processed, and read everywhere. ST13. Each subtask writes
 *     its own copy into a snapshot. At another parallelism new subtasks take the old copies in turn. K10.
 *     State that is not declared is refused by its name.
 */
import type { CodecReader, CodecWriter } from '../../model/codec.js';
import { MillraceError } from '../../model/error.js';
import type { BroadcastStateDeclarations } from '../../model/state-declaration.js';
import type { UserKey } from '../keyed-state/map-handle.js';
import type { SubtaskPlace } from '../operator/element-handler.js';
import { BroadcastMap } from './broadcast-map.js';
import { stateUnclaimed } from './state-unclaimed.js';

type Entries = ReadonlyMap<UserKey, unknown>;

export class BroadcastStates {
  readonly handles: Readonly<Record<string, BroadcastMap>>;
  readonly #operator: string;
  #is: 'read' | 'written' = 'read';

  constructor(operator: string, declarations: BroadcastStateDeclarations) {
    this.#operator = operator;
    const mapOf = (name: string): BroadcastMap =>
      new BroadcastMap(() => {
        if (this.#is === 'read') throw readOnly(operator, name);
      });
    const maps = Object.keys(declarations).map((name) => [name, mapOf(name)] as const);
    this.handles = Object.freeze(Object.fromEntries(maps));
  }

  /** What `process` does may write. */
  whileWritten<R>(process: () => R): R {
    this.#is = 'written';
    try {
      return process();
    } finally {
      this.#is = 'read';
    }
  }

  // Entry by entry: a codec limits how large one value may be, not how many there are.
  snapshot(writer: CodecWriter): void {
    const maps = Object.entries(this.handles);
    writer.write(maps.length);
    for (const [name, map] of maps) {
      writer.write([name, map.size()]);
      for (const [key, value] of map.entries()) {
        writer.write(key);
        writer.write(value);
      }
    }
  }

  /** Reads what each subtask has written, and keeps one of the copies. */
  restore(written: readonly CodecReader[], { index }: SubtaskPlace): void {
    const copies = written.map(copyOf);
    for (const [name, entries] of copies[index % copies.length] ?? []) {
      const map = this.handles[name];
      if (map !== undefined) map.restore(entries);
      else if (entries.size > 0) throw stateUnclaimed(this.#operator, name);
    }
  }
}

function copyOf(reader: CodecReader): ReadonlyMap<string, Entries> {
  const maps = new Map<string, Entries>();
  for (let left = reader.next() as number; left > 0; left--) {
    const [name, size] = reader.next() as [string, number];
    const entries = new Map<UserKey, unknown>();
    for (let i = 0; i < size; i++) entries.set(reader.next() as UserKey, reader.next());
    maps.set(name, entries);
  }
  return maps;
}

function readOnly(operator: string, state: string): MillraceError {
  const sentence = `${operator}: the broadcast state "${state}" was written where it may only be read; write it in processBroadcastElement, which every subtask calls with the same records`;
  return new MillraceError('BROADCAST_STATE_READ_ONLY', sentence, { operator });
}
