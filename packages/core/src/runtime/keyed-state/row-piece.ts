/**
 * Owns: pieces of state that hold one value for each key: value, reducing and aggregating state.
 * Refuses: to know what their handles do with it.
 */
import { plainForm } from '../../model/plain-form.js';
import type { StateTtl } from '../../model/state-declaration.js';
import type { KeyId, Namespace } from '../../model/state.js';
import { PlainRow } from './plain-row.js';
import { valueRound } from './rounds.js';
import { stampedForm } from './row-forms.js';
import { ABSENT, type Row } from './row.js';
import { StampedRow } from './stamped-row.js';
import type { PieceParts, StatePiece } from './state-piece.js';
import { Sweeper } from './sweeper.js';
import { TimeToLive, type Stamped } from './time-to-live.js';

export interface RowPieceSpec {
  readonly kind: string;
  readonly ttl: StateTtl | undefined;
  readonly handleOf: (row: Row<unknown>) => unknown;
  /** What an onlooker sees of the value; without it the value. */
  readonly shown?: (value: unknown) => unknown;
}

export function createRowPiece(spec: RowPieceSpec, parts: PieceParts): StatePiece {
  const { handleOf, shown = (value) => value } = spec;
  const { row, sweeper } = rowOf(spec, parts);
  const peek = (id: KeyId, namespace: Namespace): unknown => {
    const value = row.peek(id, namespace);
    return value === ABSENT ? undefined : shown(value);
  };
  return { handle: handleOf(row), peek, sweeper };
}

function rowOf(
  { kind, ttl }: RowPieceSpec,
  { tableName, state, at, spared, now }: PieceParts,
): { readonly row: Row<unknown>; readonly sweeper: Sweeper | undefined } {
  if (ttl === undefined) {
    const table = state.createTable<unknown>(tableName, plainForm(kind));
    return { row: new PlainRow(table, at), sweeper: undefined };
  }
  const life = new TimeToLive(ttl, now);
  const table = state.createTable<Stamped<unknown>>(tableName, stampedForm(kind, life));
  const sweeper = new Sweeper(() => valueRound({ table, life, spared }));
  return { row: new StampedRow(table, at, life), sweeper };
}
