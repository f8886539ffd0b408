/**
 * Owns: list state put together, with a TTL and without one.
 * Refuses: to be the list; its handle is.
 */
import { plainForm } from '../../model/plain-form.js';
import type { StateTtl } from '../../model/state-declaration.js';
import { ExpiringListHandle } from './expiring-list-handle.js';
import { ListHandle } from './list-handle.js';
import { listRound } from './rounds.js';
import { expiringListForm } from './row-forms.js';
import type { PieceParts, StatePiece } from './state-piece.js';
import { Sweeper } from './sweeper.js';
import { TimeToLive } from './time-to-live.js';

export function createListPiece(ttl: StateTtl | undefined, parts: PieceParts): StatePiece {
  const { tableName, state, at, spared, now } = parts;
  if (ttl === undefined) {
    const table = state.createTable(tableName, plainForm<unknown[]>('list'));
    const handle = new ListHandle(table, at);
    return { handle, peek: handle.peek.bind(handle), sweeper: undefined };
  }
  const life = new TimeToLive(ttl, now);
  const table = state.createTable(tableName, expiringListForm(life));
  const sweeper = new Sweeper(() => listRound({ table, life, spared }));
  const handle = new ExpiringListHandle({ table, at, life, sweeper });
  return { handle, peek: handle.peek.bind(handle), sweeper };
}
