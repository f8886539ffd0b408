/**
 * Owns: keyed state in the heap: for each subtask of an operator one table of keys, and tables of rows.
 * Refuses: to know an operator's timers, which go by the same keys.
 *
 * K10. A table of a snapshot that was not created, or has become another kind, is refused by its name.
 */
import type { CodecReader, CodecWriter } from '../model/codec.js';
import { MAX_PARALLELISM_DEFAULT, type KeyGroup } from '../model/key-group.js';
import { plainForm } from '../model/plain-form.js';
import type { KeyedState, RowForm, StateBackend, StateTable } from '../model/state.js';
import { HeapKeys, type HeapKeysParts } from './heap/heap-keys.js';
import { HeapTable } from './heap/heap-table.js';
import { refusedTable } from './heap/refused-table.js';
import { readRow, writeRows } from './heap/stored-rows.js';

export function heapState(maxParallelism = MAX_PARALLELISM_DEFAULT): StateBackend {
  return {
    maxParallelism,
    createKeyedState: (operator, range) =>
      new HeapKeyedState({ operator, range, groups: maxParallelism }),
  };
}

class HeapKeyedState implements KeyedState {
  readonly keys: HeapKeys;
  readonly #operator: string;
  readonly #tables = new Map<string, HeapTable<unknown>>();

  constructor(parts: HeapKeysParts) {
    this.keys = new HeapKeys(parts);
    this.#operator = parts.operator;
  }

  createTable<V>(name: string, form: RowForm<V> = plainForm<V>('row')): StateTable<V> {
    const table = new HeapTable({ name, keys: this.keys, form });
    this.#tables.set(name, table);
    return table;
  }

  writeGroup(group: KeyGroup, writer: CodecWriter): void {
    writer.write(this.#tables.size);
    for (const table of this.#tables.values()) {
      writer.write(table.name);
      writer.write(table.form.kind);
      writeRows(table.ofGroup(group), { keys: this.keys, form: table.form, writer });
    }
  }

  readGroup(_group: KeyGroup, reader: CodecReader): void {
    for (let tables = reader.next() as number; tables > 0; tables--) {
      const [name, kind] = [reader.next() as string, reader.next() as string];
      const table = this.#tables.get(name);
      for (let rows = reader.next() as number; rows > 0; rows--) {
        // Only where there are rows: state that nobody has kept may go.
        if (table?.form.kind !== kind) {
          throw refusedTable({ operator: this.#operator, name, kind, declared: table?.form.kind });
        }
        readRow(table, this.keys, reader);
      }
    }
  }
}
