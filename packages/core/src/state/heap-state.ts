/**
 * Owns: keyed state in the heap: for each subtask of an operator one table of keys, and tables of rows.
 * Refuses: to know an operator's timers, which go by the same keys.
 */
import type { CodecReader, CodecWriter } from '../model/codec.js';
import { MillraceError } from '../model/error.js';
import type { KeyGroup } from '../model/key-group.js';
import type { CanonicalKey } from '../model/key.js';
import type { KeyedState, Namespace, RowForm, StateBackend, StateTable } from '../model/state.js';
import { HeapKeys } from './heap/heap-keys.js';
import { HeapTable } from './heap/heap-table.js';
import { plainRows } from './heap/plain-rows.js';

export function heapState(): StateBackend {
  return { createKeyedState: (operator) => new HeapKeyedState(operator) };
}

/** One row, as a snapshot has it. */
type Row = readonly [table: string, key: CanonicalKey, namespace: Namespace, value: unknown];

class HeapKeyedState implements KeyedState {
  readonly keys = new HeapKeys();
  readonly #operator: string;
  readonly #tables = new Map<string, HeapTable<unknown>>();

  constructor(operator: string) {
    this.#operator = operator;
  }

  createTable<V>(name: string, form: RowForm<V> = plainRows<V>()): StateTable<V> {
    const table = new HeapTable({ name, keys: this.keys, form });
    this.#tables.set(name, table as HeapTable<unknown>);
    return table;
  }

  writeGroup(group: KeyGroup, writer: CodecWriter): void {
    for (const id of this.keys.ofGroup(group)) {
      const key = this.keys.keyOf(id);
      for (const table of this.#tables.values()) {
        for (const [namespace, value] of table.rowsOf(id)) {
          writer.write([table.name, key, namespace, value] satisfies Row);
        }
      }
    }
  }

  readGroup(_group: KeyGroup, reader: CodecReader): void {
    while (!reader.done()) this.#restore(reader.next() as Row);
  }

  #restore([name, key, namespace, value]: Row): void {
    const table = this.#tables.get(name);
    if (table === undefined) throw stateUnclaimed(this.#operator, name);
    const id = this.keys.enter(key);
    table.set(id, namespace, value);
    this.keys.leave(id);
  }
}

function stateUnclaimed(operator: string, state: string): MillraceError {
  const sentence = `the snapshot of ${operator} holds a state "${state}" that the operator does not declare; declare it, or start without the snapshot`;
  return new MillraceError('STATE_UNCLAIMED', sentence, { operator });
}
