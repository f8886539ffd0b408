/**
 * Owns: map state put together, with a TTL and without one.
 * Refuses: to be the map; its handle is.
 */
import { plainForm } from '../../model/plain-form.js';
import type { StateTtl } from '../../model/state-declaration.js';
import { ExpiringMapHandle } from './expiring-map-handle.js';
import { MapHandle, type UserKey } from './map-handle.js';
import { mapRound } from './rounds.js';
import { expiringMapForm } from './row-forms.js';
import type { PieceParts, StatePiece } from './state-piece.js';
import { Sweeper } from './sweeper.js';
import { TimeToLive } from './time-to-live.js';

export function createMapPiece(ttl: StateTtl | undefined, parts: PieceParts): StatePiece {
  const { tableName, state, at, spared, now } = parts;
  if (ttl === undefined) {
    const table = state.createTable(tableName, plainForm<Map<UserKey, unknown>>('map'));
    const handle = new MapHandle(table, at);
    return { handle, peek: handle.peek.bind(handle), sweeper: undefined };
  }
  const life = new TimeToLive(ttl, now);
  const table = state.createTable(tableName, expiringMapForm<UserKey, unknown>(life));
  const sweeper = new Sweeper(() => mapRound({ table, life, spared }));
  const handle = new ExpiringMapHandle({ table, at, life, sweeper });
  return { handle, peek: handle.peek.bind(handle), sweeper };
}
