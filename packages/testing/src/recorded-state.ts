/**
 * Owns: the keyed state of operators under test, for the test to look at.
 * Refuses: to change it, and to hold it: the backend does.
 */
import { MillraceError, type Key } from '@millrace/core';
import {
  canonicalKey,
  heapState,
  VOID_NAMESPACE,
  type KeyedState,
  type KeyGroupRange,
  type RowForm,
  type StateBackend,
  type StateTable,
} from '@millrace/core/internal';

/** The state of one subtask of an operator. */
interface Recorded {
  readonly state: KeyedState;
  readonly tables: Map<string, RecordedTable>;
}

/** A table, and how its rows are read by those who do not know their form. */
interface RecordedTable {
  readonly table: StateTable<unknown>;
  readonly valueOf: (row: unknown) => unknown;
}

/** One named state of one operator, over all of its keys. */
export interface StateView {
  /** What is held for the key; undefined where nothing is. */
  get(key: Key): unknown;
}

export class RecordedState implements StateBackend {
  readonly maxParallelism: number;
  readonly #backend: StateBackend;
  readonly #recorded = new Map<string, Recorded[]>();

  constructor(maxParallelism: number | undefined) {
    this.#backend = heapState(maxParallelism);
    this.maxParallelism = this.#backend.maxParallelism;
  }

  createKeyedState(operator: string, range?: KeyGroupRange): KeyedState {
    const state = this.#backend.createKeyedState(operator, range);
    const tables = new Map<string, RecordedTable>();
    const recorded = this.#recorded.get(operator) ?? [];
    this.#recorded.set(operator, [...recorded, { state, tables }]);
    return {
      keys: state.keys,
      createTable: <V>(name: string, form?: RowForm<V>): StateTable<V> => {
        const table = state.createTable<V>(name, form);
        const valueOf = (row: unknown): unknown =>
          form === undefined ? row : form.toStored(row as V)?.value;
        tables.set(name, { table, valueOf });
        return table;
      },
      writeGroup: (group, writer) => {
        state.writeGroup(group, writer);
      },
      readGroup: (group, reader) => {
        state.readGroup(group, reader);
      },
    };
  }

  /** A key is in one subtask alone, so whoever holds it is the one to ask. */
  view(operator: string, name: string): StateView {
    const subtasks = this.#recorded.get(operator);
    if (subtasks === undefined) throw unknown(`operator "${operator}"`, this.#recorded.keys());
    if (!subtasks[0]!.tables.has(name))
      throw unknown(`state "${name}"`, subtasks[0]!.tables.keys());
    return { get: (key) => valueOf(subtasks, name, key) };
  }
}

function valueOf(subtasks: readonly Recorded[], name: string, key: Key): unknown {
  const canonical = canonicalKey(key);
  for (const { state, tables } of subtasks) {
    const id = state.keys.find(canonical);
    const { table, valueOf: read } = tables.get(name)!;
    if (id !== undefined && table.has(id, VOID_NAMESPACE)) {
      return read(table.get(id, VOID_NAMESPACE));
    }
  }
  return undefined;
}

function unknown(what: string, known: Iterable<string>): MillraceError {
  const names = [...known].map((name) => `"${name}"`).join(', ');
  const sentence = `there is no ${what} with keyed state; there is ${names === '' ? 'none' : names}`;
  return new MillraceError('STATE_UNKNOWN', sentence);
}
