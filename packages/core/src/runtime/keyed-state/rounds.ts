/**
 * Owns: what a round of the sweeper does in a table of values, of lists, and of maps.
 * Refuses: to hurry: a map may have a million entries. A list is looked at as a whole, and paid for.
 *
 * ST8. Rounds leave rows of the key at hand alone while it is taken up: what reads them next decides
 *     whether an expired value is still answered (ST5).
 */
import type { KeyId, PlacedRow, StateTable } from '../../model/state.js';
import type { Stamped, TimeToLive } from './time-to-live.js';

export interface RoundParts<Row> {
  readonly table: StateTable<Row>;
  readonly life: TimeToLive;
  /** The key that is being taken up; undefined while entries are written. */
  readonly spared: () => KeyId | undefined;
}

export function* valueRound<V>(parts: RoundParts<Stamped<V>>): Generator<void> {
  const { table, life, spared } = parts;
  for (const { id, namespace, row } of table.rows()) {
    if (id !== spared() && life.isExpired(row)) table.delete(id, namespace);
    yield;
  }
}

export function* listRound<V>(parts: RoundParts<Stamped<V>[]>): Generator<void> {
  const { table, life, spared } = parts;
  for (const { id, namespace, row } of table.rows()) {
    const { length } = row;
    if (id !== spared()) {
      const living = row.filter((entry) => !life.isExpired(entry));
      if (living.length === 0) table.delete(id, namespace);
      else if (living.length < length) table.set(id, namespace, living);
    }
    for (let i = 0; i < length; i++) yield;
  }
}

export function* mapRound<UK, UV>(parts: RoundParts<Map<UK, Stamped<UV>>>): Generator<void> {
  for (const placed of parts.table.rows()) {
    for (const [key, stamped] of placed.row) {
      if (placed.id !== parts.spared() && parts.life.isExpired(stamped)) {
        placed.row.delete(key);
        forgetIfEmpty(parts.table, placed);
      }
      yield;
    }
  }
}

// Between two entries the row may have become another one, and the number another key's.
function forgetIfEmpty<UK, UV>(
  table: StateTable<Map<UK, UV>>,
  { id, namespace, row }: PlacedRow<Map<UK, UV>>,
): void {
  if (row.size === 0 && table.get(id, namespace) === row) table.delete(id, namespace);
}
