/**
 * Owns: how the rows of each kind of state stand in snapshots.
 * Refuses: to store anything beside the value where there is no TTL.
 *
 * ST7. With a TTL, the times of the last touches stand beside a value that is the same without them. What
 *     is read without times has been touched now. What has expired is not written.
 */
import type { RowForm, StoredRow } from '../../model/state.js';
import type { Timestamp } from '../../model/time.js';
import type { Stamped, TimeToLive } from './time-to-live.js';

export function stampedForm<V>(kind: string, life: TimeToLive): RowForm<Stamped<V>> {
  return {
    kind,
    toStored: (row) => (life.isExpired(row) ? undefined : row),
    toRow: ({ value, touchedAt }) => ({
      value: value as V,
      touchedAt: typeof touchedAt === 'number' ? touchedAt : life.now(),
    }),
  };
}

export function expiringListForm<V>(life: TimeToLive): RowForm<Stamped<V>[]> {
  return {
    kind: 'list',
    toStored: (list) => {
      const living = list.filter((entry) => !life.isExpired(entry));
      if (living.length === 0) return undefined;
      return { value: living.map(({ value }) => value), touchedAt: living.map(timeOf) };
    },
    toRow: (stored) => {
      const timeAt = timesOf(stored, life.now());
      return (stored.value as V[]).map((value, at) => ({ value, touchedAt: timeAt(at) }));
    },
  };
}

export function expiringMapForm<UK, UV>(life: TimeToLive): RowForm<Map<UK, Stamped<UV>>> {
  return {
    kind: 'map',
    toStored: (map) => {
      const living = [...map].filter(([, stamped]) => !life.isExpired(stamped));
      if (living.length === 0) return undefined;
      const value = new Map(living.map(([key, stamped]) => [key, stamped.value]));
      return { value, touchedAt: living.map(([, stamped]) => timeOf(stamped)) };
    },
    toRow: (stored) => {
      const timeAt = timesOf(stored, life.now());
      const entries = [...(stored.value as Map<UK, UV>)];
      return new Map(entries.map(([key, value], at) => [key, { value, touchedAt: timeAt(at) }]));
    },
  };
}

const timeOf = ({ touchedAt }: Stamped<unknown>): Timestamp => touchedAt;

function timesOf({ touchedAt }: StoredRow, now: Timestamp): (at: number) => Timestamp {
  return (at) => (typeof touchedAt === 'object' ? touchedAt[at]! : now);
}
